import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildSite } from '../build/builds.ts'
import { findChromium } from '../support/chromium.ts'
import { UserError, main, step } from '../support/progress.ts'
import { prepareOperatePrograms } from '../../tests/support/operate-programs.ts'
import { prepareRealPostgres } from '../../tests/support/real-postgres.ts'
import { loadSettings, root } from '../support/settings.ts'
import type { ErrorOutsideTests } from '../../tests/support/errors-outside-tests.ts'
import {
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
  playwrightOutcome,
  vitestOutcome,
} from '../../tests/support/test-reports.ts'

type Suite = {
  title: string
  run: (suite: Suite, args: string[]) => Promise<Outcome>
  prepare?: () => Promise<unknown>
  projects?: string[]
  workers?: number
  env?: Record<string, string>
  /** Added to all server ports, so that suites can run in parallel. 200 would select a port that fetch blocks. */
  portOffset?: number
}

const dataDir = resolve(root, '.data/test')
const report = (name: string) => resolve(dataDir, `${name}.json`)

function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

const preparePostgres = shared(prepareRealPostgres)
const prepareBuild = shared(() => buildSite(loadSettings()))
const prepareBrowser = shared(async () => {
  await preparePostgres()
  await findChromium({ dataDir })
  await prepareBuild()
})
const preparePrograms = shared(async () => {
  await prepareOperatePrograms()
  await prepareBuild()
})

const inProcess = { run: vitest, prepare: preparePostgres }
/** Runs one file at a time, because each file starts servers. */
const onServers = { run: vitest, prepare: preparePrograms, workers: 1, env: { TEST_STUDIO: 'off' } }
const inBrowser = { run: playwright, prepare: prepareBrowser }

const SUITES = {
  check: { title: 'Checks', run: check },
  quickUnit: { title: 'Unit and contract tests', projects: ['unit', 'contract'], ...inProcess },
  unit: { title: 'Unit and contract tests', projects: ['unit', 'contract', 'slow'], ...inProcess },
  slow: { title: 'Slow tests', projects: ['slow'], ...inProcess },
  packages: { title: 'Package tests', projects: ['packages'], ...inProcess },
  site: {
    title: 'Browser tests: site',
    projects: ['site', 'voice-agent'],
    ...inBrowser,
    env: { TEST_STUDIO: 'on', TEST_POSTGRES: 'local' },
    portOffset: 0,
  },
  account: {
    title: 'Browser tests: account',
    projects: ['account'],
    ...inBrowser,
    env: { TEST_STUDIO: 'off', TEST_POSTGRES: 'installed' },
    portOffset: 100,
  },
  operate: { title: 'Operate tests', projects: ['operate'], ...onServers, portOffset: 300 },
  attacks: { title: 'Attacks', projects: ['attacks'], ...onServers, portOffset: 400 },
  faults: { title: 'Faults', projects: ['faults'], ...onServers, portOffset: 500 },
  load: { title: 'Load', projects: ['load'], ...onServers, portOffset: 600 },
} satisfies Record<string, Suite>

type SuiteName = keyof typeof SUITES

type Command = {
  /** Phases run sequentially. Suites within a phase run in parallel lanes. */
  phases: SuiteName[][][]
  browserArgs?: string[]
}

const only = (...suites: SuiteName[]): Command => ({ phases: [suites.map((suite) => [suite])] })

/** Attacks and faults run beside operate tests, which mostly wait. Load tests limit response times and run alone. */
const SERVER_PHASES: SuiteName[][][] = [[['operate'], ['attacks', 'faults']], [['load']]]

const SMOKE = '--grep=@smoke'
const NOT_SMOKE = '--grep-invert=@smoke'
const SMOKE_FILTERS = new Set([SMOKE, NOT_SMOKE])

const COMMANDS: Record<string, Command> = {
  quick: { phases: [[['check', 'quickUnit'], ['site'], ['account']]], browserArgs: [SMOKE] },
  all: { phases: [[['check', 'unit', 'packages'], ['site'], ['account']], ...SERVER_PHASES] },
  rest: {
    phases: [[['slow', 'packages'], ['site'], ['account']], ...SERVER_PHASES],
    browserArgs: [NOT_SMOKE],
  },
  unit: only('unit'),
  packages: only('packages'),
  e2e: only('site', 'account'),
  operate: only('operate'),
  attacks: only('attacks'),
  faults: only('faults'),
  load: only('load'),
}

async function show(args: string[], env?: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const selectProjects = ({ projects = [] }: Suite) => projects.map((project) => `--project=${project}`)

const serverEnv = ({ env, portOffset = 0 }: Suite) => ({
  ...env,
  TEST_PORT_OFFSET: String(portOffset + Number(process.env.TEST_PORT_OFFSET || 0)),
})

const NO_TESTS: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }

const readReport = <Report>(name: string, outcomeOf: (json: Report) => Outcome): Outcome | undefined =>
  existsSync(report(name)) ? outcomeOf(JSON.parse(readFileSync(report(name), 'utf8')) as Report) : undefined

/** Adds a failure if the report is missing, or if the runner failed without a failed test. */
function judge(name: string, code: number, reported: Outcome | undefined): Outcome {
  if (reported && (reported.failed > 0 || code === 0)) return reported
  const outcome = reported ?? NO_TESTS
  return { ...outcome, failed: 1, failures: [...outcome.failures, `${name} failed with exit code ${code}`] }
}

async function check(): Promise<Outcome> {
  const code = await show(['scripts/commands/check.ts'])
  const failures = code === 0 ? [] : ['npm run check']
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures, repeated: [] }
}

async function vitest(suite: Suite, args: string[], isRepetition = false): Promise<Outcome> {
  const name = `vitest-${suite.projects?.[0]}`
  const errorsFile = resolve(dataDir, `${name}-errors.json`)
  rmSync(report(name), { force: true })
  rmSync(errorsFile, { force: true })
  const code = await show(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...selectProjects(suite),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/support/check-table.ts',
      '--reporter=./tests/support/errors-outside-tests.ts',
      `--outputFile.json=${report(name)}`,
      ...args,
    ],
    { ...serverEnv(suite), ERRORS_FILE: errorsFile },
  )
  const reported = readReport<VitestReport>(name, vitestOutcome)
  const outcome = judge(name, code, reported)
  if (!existsSync(errorsFile)) return outcome
  const errors = JSON.parse(readFileSync(errorsFile, 'utf8')) as ErrorOutsideTests[]
  const texts = errors.map(({ text }) => text)
  const files = errors.flatMap(({ file }) => file ?? [])
  const canRepeat = process.env.CI && !isRepetition && files.length === errors.length
  if (!canRepeat || reported?.failed !== 0) return { ...outcome, failures: [...outcome.failures, ...texts] }
  // Repeats the file like the CI retries, and lists it if it then passes.
  const options = args.filter((arg) => arg.startsWith('-') && !arg.startsWith('--shard'))
  const { failed, failures } = await vitest(suite, [...options, ...files], true)
  if (failed === 0) return { ...reported, repeated: [...reported.repeated, ...texts] }
  return { ...reported, failed, failures: [...texts, ...failures] }
}

/**
 * Returns whether the arguments select a test, which takes seconds. Playwright would start servers even without tests.
 */
function selectsTests(command: string[]): boolean {
  const options = { cwd: root, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(process.execPath, [...command, '--list', '--pass-with-no-tests'], options)
  return status !== 0 || !stdout.includes('Total: 0 tests')
}

async function playwright(suite: Suite, args: string[]): Promise<Outcome> {
  const name = `playwright-${suite.projects?.[0]}`
  const stackFailure = resolve(dataDir, `${name}-stack.txt`)
  rmSync(report(name), { force: true })
  rmSync(stackFailure, { force: true })
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...selectProjects(suite), ...args]
  if (args.some((arg) => !SMOKE_FILTERS.has(arg)) && !selectsTests(command)) return NO_TESTS
  const code = await show(command, {
    ...serverEnv(suite),
    CHROMIUM_PATH: await findChromium({ dataDir }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report(name),
    STACK_FAILURE_FILE: stackFailure,
  })
  const outcome = judge(name, code, readReport<PlaywrightReport>(name, playwrightOutcome))
  if (!existsSync(stackFailure)) return outcome
  // Reports crashed services, because they are restarted and the tests may still pass.
  const failure = `Test servers: ${readFileSync(stackFailure, 'utf8')}`
  return { ...outcome, failed: Math.max(outcome.failed, 1), failures: [...outcome.failures, failure] }
}

/** Limit of workers beside other suites. Many tests only wait, and each further worker loads all packages again. */
const WORKERS_BESIDE_OTHERS = 2

function runnerArgs({ run, workers }: Suite, args: string[], { isAlone, browserArgs }: Options): string[] {
  if (run === playwright) return [...browserArgs, ...args]
  const atMost = workers ?? (isAlone ? undefined : WORKERS_BESIDE_OTHERS)
  // The arguments may select only tests of another suite.
  const isSelection = args.length > 0
  return [...(atMost ? [`--maxWorkers=${atMost}`] : []), ...(isSelection ? ['--passWithNoTests'] : []), ...args]
}

type Options = { isAlone: boolean; browserArgs: string[] }

async function runSuite(name: SuiteName, args: string[], options: Options): Promise<Outcome[]> {
  const suite: Suite = SUITES[name]
  if (suite.run === check && args.some((arg) => /^--shard=(?!1\/)/.test(arg))) return []
  await suite.prepare?.()
  return [await step(suite.title, () => suite.run(suite, runnerArgs(suite, args, options)))]
}

async function runCommand({ phases, browserArgs = [] }: Command, args: string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const lanes of phases) {
    const options = { isAlone: lanes.length === 1, browserArgs }
    const runLane = async (lane: SuiteName[]) => {
      const found: Outcome[] = []
      for (const name of lane) found.push(...(await runSuite(name, args, options)))
      return found
    }
    outcomes.push(...(await Promise.all(lanes.map(runLane))).flat())
  }
  return outcomes
}

/** Parses the command name and the runner arguments after it. Only `all` supports `--rest`. */
function readArguments([first = '', ...others]: string[]): { name: string; args: string[] } {
  const isNamed = first !== '' && !first.startsWith('-')
  const args = isNamed ? others : [first, ...others].filter(Boolean)
  const name = isNamed ? first : 'quick'
  return name === 'all' && args.includes('--rest')
    ? { name: 'rest', args: args.filter((arg) => arg !== '--rest') }
    : { name, args }
}

function list(title: string, texts: string[]): void {
  if (texts.length > 0) console.log(`\n${title}\n${texts.map((text) => `  ✗ ${text}`).join('\n')}`)
}

/** `npm test`, `npm run test:all` or one suite, such as `npm run test:unit`, each with optional runner arguments. */
await main(async () => {
  const { name, args } = readArguments(process.argv.slice(2))
  const command = COMMANDS[name]
  if (!command) throw new UserError(`Unknown test command "${name}". Use ${Object.keys(COMMANDS).join(', ')}.`)
  const outcomes = await runCommand(command, args)
  list(
    'Flaky (passed on retry):',
    outcomes.flatMap(({ repeated }) => repeated),
  )
  list(
    'Failed:',
    outcomes.flatMap(({ failures }) => failures),
  )
  const total = (kind: 'passed' | 'failed' | 'skipped') => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0)
  const skipped = total('skipped')
  console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return total('failed') > 0 || total('passed') === 0 ? 1 : 0
})
