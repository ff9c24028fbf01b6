import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBehindVarnish } from '../../tests/bench/site/behind-varnish.ts'
import { measureColdStarts } from '../../tests/bench/site/cold-start.ts'
import { runCleanups } from '../../tests/bench/site/cleanups.ts'
import { measureInteractions } from '../../tests/bench/site/interaction.ts'
import { auditPages } from '../../tests/bench/site/lighthouse.ts'
import { loadServers } from '../../tests/bench/site/load.ts'
import { describeMachine } from '../../tests/bench/site/machine.ts'
import { crawl } from '../../tests/bench/site/memory.ts'
import { publishTexts } from '../../tests/bench/site/publish.ts'
import { publishEverywhere } from '../../tests/bench/site/publish-everywhere.ts'
import { type Measurements, renderReport, type Result } from '../../tests/bench/site/report.ts'
import { startBenchSetup, type BenchSetup } from '../../tests/bench/site/under-test.ts'
import { visitSites } from '../../tests/bench/site/visit.ts'
import { measurePageWeights } from '../../tests/bench/site/weight.ts'
import { seedMore } from '../../tests/support/pages/seed-more.ts'
import { run } from '../support/processes.ts'
import { Interruption, main, runStep, rejectOnInterruption, UserError } from '../support/progress.ts'
import { root } from '../support/settings.ts'
import { installTools } from '../support/tools.ts'

type Part = keyof Measurements

const resultFile = resolve(root, '.data/bench/result.json')

/** Report files. Trial and partial runs must not overwrite the docs. */
const reportFiles = { whole: resolve(root, 'docs/benchmarks.md'), trial: resolve(root, '.data/bench/benchmarks.md') }

/** Parts of the benchmark in run order: the last ones change stored data. */
const PARTS: { [P in Part]-?: (under: BenchSetup, isQuick: boolean) => Promise<Measurements[P]> } = {
  weight: (target) => measurePageWeights(target),
  lighthouse: (target, isQuick) => auditPages(target, isQuick ? 1 : 5),
  interaction: (target, isQuick) => measureInteractions(target, isQuick ? 2 : 5),
  visit: (target, isQuick) => visitSites(target, isQuick ? 1 : 3),
  load: (target, isQuick) => (isQuick ? loadServers(target, 1, 2) : loadServers(target, 3, 5)),
  'behind-varnish': (target, isQuick) =>
    measureBehindVarnish(
      target,
      isQuick ? { rounds: 1, seconds: 2, publishes: 5 } : { rounds: 3, seconds: 5, publishes: 25 },
    ),
  'cold-start': (target, isQuick) => measureColdStarts(target, isQuick ? 1 : 3),
  publish: (_target, isQuick) => publishTexts(isQuick ? 5 : 50),
  'publish-everywhere': (_target, isQuick) => publishEverywhere(isQuick ? 20 : 200),
  memory: (target, isQuick) => crawl(target, isQuick ? 200 : 10_000),
}

const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name)

type Options = {
  isQuick: boolean
  selectedParts: Part[]
  /**
   * Target number of documents in the dataset. The benchmark adds cities and posts up to it. 0 keeps the sample
   * content.
   */
  documents: number
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, documents: { type: 'string' } },
  })
  const names = values.only?.split(',') ?? Object.keys(PARTS)
  const selectedParts = names.filter(isPart)
  if (selectedParts.length < names.length)
    throw new UserError(`Unknown benchmark. Use ${Object.keys(PARTS).join(', ')}.`)
  return { isQuick: values.quick ?? false, selectedParts, documents: Number(values.documents ?? 0) }
}

const getSecondsSince = (start: number) => Math.round((performance.now() - start) / 1_000)

async function measure({ selectedParts, isQuick, documents }: Options): Promise<Result> {
  const suiteStart = performance.now()
  const target = await startBenchSetup()
  if (documents > 0) await runStep(`Filling the dataset to ${documents} documents`, () => seedMore(documents))
  const durationsSeconds: Record<string, number> = { start: getSecondsSince(suiteStart) }
  const measurements: Measurements = {}
  const missing: Record<string, string> = {}
  for (const part of selectedParts) {
    const partStart = performance.now()
    try {
      const outcome = await runStep(`Measuring: ${part}`, (): Promise<Measurements[Part]> =>
        PARTS[part](target, isQuick),
      )
      if (outcome) Object.assign(measurements, { [part]: outcome })
      else missing[part] = 'The benchmark’s requirements are not installed on this machine.'
    } catch (error) {
      if (error instanceof Interruption) throw error
      // Continues after a failed part. The report and the exit code show the failure.
      missing[part] = error instanceof Error ? error.message : String(error)
      console.error(`✗ ${part}: ${missing[part]}`)
    }
    durationsSeconds[part] = getSecondsSince(partStart)
  }
  const machine = describeMachine((await target.browser()).version())
  const date = new Date().toISOString().slice(0, 10)
  return { when: date, isQuick, machine, seconds: durationsSeconds, measured: measurements, missing }
}

async function write(result: Result, file: string): Promise<void> {
  mkdirSync(dirname(resultFile), { recursive: true })
  writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(file, renderReport(result))
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
  const isComplete =
    !options.isQuick && options.documents === 0 && options.selectedParts.length === Object.keys(PARTS).length
  process.env.TEST_STUDIO ??= 'off'
  try {
    await installTools()
    const result = await rejectOnInterruption(measure(options))
    const file = isComplete ? reportFiles.whole : reportFiles.trial
    await write(result, file)
    console.log(`\n${renderReport(result)}`)
    return Object.keys(result.missing).length > 0 ? 1 : 0
  } finally {
    await runCleanups()
  }
})
// Exits immediately, because an interruption makes pending work obsolete.
process.exit()
