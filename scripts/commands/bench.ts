import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBehindVarnish } from '../../tests/bench/site/behind-varnish.ts'
import { startCold } from '../../tests/bench/site/cold-start.ts'
import { endAll } from '../../tests/bench/site/endings.ts'
import { measureInteractions } from '../../tests/bench/site/interaction.ts'
import { auditPages } from '../../tests/bench/site/lighthouse.ts'
import { loadServers } from '../../tests/bench/site/load.ts'
import { describeMachine } from '../../tests/bench/site/machine.ts'
import { crawl } from '../../tests/bench/site/memory.ts'
import { publishTexts } from '../../tests/bench/site/publish.ts'
import { publishEverywhere } from '../../tests/bench/site/publish-everywhere.ts'
import { type Measured, reportOf, type Result } from '../../tests/bench/site/report.ts'
import { startUnderTest, type UnderTest } from '../../tests/bench/site/under-test.ts'
import { visitSites } from '../../tests/bench/site/visit.ts'
import { weighPages } from '../../tests/bench/site/weight.ts'
import { seedMore } from '../../tests/support/pages/seed-more.ts'
import { run } from '../support/processes.ts'
import { Interruption, main, step, unlessInterrupted, UserError } from '../support/progress.ts'
import { root } from '../support/settings.ts'
import { installTools } from '../support/tools.ts'

type Part = keyof Measured

const resultFile = resolve(root, '.data/bench/result.json')

/** Report files. Trial and partial runs must not overwrite the docs. */
const reportFiles = { whole: resolve(root, 'docs/benchmarks.md'), trial: resolve(root, '.data/bench/benchmarks.md') }

/** Parts of the benchmark in run order: the last ones change stored data. */
const PARTS: { [P in Part]-?: (under: UnderTest, isQuick: boolean) => Promise<Measured[P]> } = {
  weight: (under) => weighPages(under),
  lighthouse: (under, isQuick) => auditPages(under, isQuick ? 1 : 5),
  interaction: (under, isQuick) => measureInteractions(under, isQuick ? 2 : 5),
  visit: (under, isQuick) => visitSites(under, isQuick ? 1 : 3),
  load: (under, isQuick) => (isQuick ? loadServers(under, 1, 2) : loadServers(under, 3, 5)),
  'behind-varnish': (under, isQuick) =>
    measureBehindVarnish(
      under,
      isQuick ? { rounds: 1, seconds: 2, publishes: 5 } : { rounds: 3, seconds: 5, publishes: 25 },
    ),
  'cold-start': (under, isQuick) => startCold(under, isQuick ? 1 : 3),
  publish: (_under, isQuick) => publishTexts(isQuick ? 5 : 50),
  'publish-everywhere': (_under, isQuick) => publishEverywhere(isQuick ? 20 : 200),
  memory: (under, isQuick) => crawl(under, isQuick ? 200 : 10_000),
}

const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name)

type Options = {
  isQuick: boolean
  wanted: Part[]
  /** Number of documents in the dataset, filled up with cities and posts. 0 keeps the sample content. */
  documents: number
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, documents: { type: 'string' } },
  })
  const names = values.only?.split(',') ?? Object.keys(PARTS)
  const wanted = names.filter(isPart)
  if (wanted.length < names.length) throw new UserError(`Unknown benchmark. Use ${Object.keys(PARTS).join(', ')}.`)
  return { isQuick: values.quick ?? false, wanted, documents: Number(values.documents ?? 0) }
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1_000)

async function measure({ wanted, isQuick, documents }: Options): Promise<Result> {
  const begun = performance.now()
  const under = await startUnderTest()
  if (documents > 0) await step(`Filling the dataset to ${documents} documents`, () => seedMore(documents))
  const took: Record<string, number> = { start: seconds(begun) }
  const measured: Measured = {}
  const missing: Record<string, string> = {}
  for (const part of wanted) {
    const since = performance.now()
    try {
      const outcome = await step(`Measuring: ${part}`, (): Promise<Measured[Part]> => PARTS[part](under, isQuick))
      if (outcome) Object.assign(measured, { [part]: outcome })
      else missing[part] = 'The benchmark’s requirements are not installed on this machine.'
    } catch (error) {
      if (error instanceof Interruption) throw error
      // Continues after a failed part. The report and the exit code show the failure.
      missing[part] = error instanceof Error ? error.message : String(error)
      console.error(`✗ ${part}: ${missing[part]}`)
    }
    took[part] = seconds(since)
  }
  const machine = describeMachine((await under.browser()).version())
  const when = new Date().toISOString().slice(0, 10)
  return { when, isQuick, machine, seconds: took, measured, missing }
}

async function write(result: Result, file: string): Promise<void> {
  mkdirSync(dirname(resultFile), { recursive: true })
  writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(file, reportOf(result))
  await run({
    name: 'Report layout',
    args: [resolve(root, 'node_modules/oxfmt/bin/oxfmt'), file],
    cwd: root,
    logFile: resolve(root, '.data/logs/bench-format.log'),
  })
}

/** `npm run bench`: benchmarks the production build. Options: `-- --quick`, `-- --only load,visit`. */
await main(async () => {
  const options = readOptions()
  const isWhole = !options.isQuick && options.documents === 0 && options.wanted.length === Object.keys(PARTS).length
  process.env.TEST_STUDIO ??= 'off'
  try {
    await installTools()
    const result = await unlessInterrupted(measure(options))
    const file = isWhole ? reportFiles.whole : reportFiles.trial
    await write(result, file)
    console.log(`\n${reportOf(result)}`)
    return Object.keys(result.missing).length > 0 ? 1 : 0
  } finally {
    await endAll()
  }
})
// Exits immediately, because an interruption makes pending work obsolete.
process.exit()
