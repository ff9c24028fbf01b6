import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildSite } from '../build/builds.ts'
import { findChromium } from '../support/chromium.ts'
import { UserError, main, runStep } from '../support/progress.ts'
import { prepareOperatePrograms } from '../../tests/support/operate-programs.ts'
import { prepareRealPostgres } from '../../tests/support/real-postgres.ts'
import { loadSettings, root } from '../support/settings.ts'
import type { ErrorOutsideTests } from '../../tests/support/errors-outside-tests.ts'
import {
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
  summarizePlaywright,
  summarizeVitest,
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

function memoize<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

const preparePostgres = memoize(prepareRealPostgres)
const prepareBuild = memoize(() => buildSite(loadSettings()))
const prepareBrowser = memoize(async () => {
  await preparePostgres()
  await findChromium({ dataDir })
  await prepareBuild()
})
const preparePrograms = memoize(async () => {
  await prepareOperatePrograms()
  await prepareBuild()
})

const vitestSuite = { run: runVitest, prepare: preparePostgres }
/** Runs one file at a time, because each file starts servers. */
const onServers = { run: runVitest, prepare: preparePrograms, workers: 1, env: { TEST_STUDIO: 'off' } }
const playwrightSuite = { run: runPlaywright, prepare: prepareBrowser }

const SUITES = {
  check: { title: 'Checks', run: check },
  quickUnit: { title: 'Unit and contract tests', projects: ['unit', 'contract'], ...vitestSuite },
  unit: { title: 'Unit and contract tests', projects: ['unit', 'contract', 'slow'], ...vitestSuite },
  slow: { title: 'Slow tests', projects: ['slow'], ...vitestSuite },
  packages: { title: 'Package tests', projects: ['packages'], ...vitestSuite },
  site: {
    title: 'Browser tests: site',
    projects: ['site', 'voice-agent'],
    ...playwrightSuite,
    env: { TEST_STUDIO: 'on', TEST_POSTGRES: 'local' },
    portOffset: 0,
  },
  account: {
    title: 'Browser tests: account',
    projects: ['account'],
    ...playwrightSuite,
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

const buildCommand = (...suites: SuiteName[]): Command => ({ phases: [suites.map((suite) => [suite])] })

/** Attacks and faults run alongside operate tests, which mostly wait. Load tests limit response times and run alone. */
const SERVER_PHASES: SuiteName[][][] = [[['operate'], ['attacks', 'faults']], [['load']]]

const SMOKE_FLAG = '--grep=@smoke'
const EXCLUDE_SMOKE_FLAG = '--grep-invert=@smoke'
const SMOKE_FILTERS = new Set([SMOKE_FLAG, EXCLUDE_SMOKE_FLAG])

const COMMANDS: Record<string, Command> = {
  quick: { phases: [[['check', 'quickUnit'], ['site'], ['account']]], browserArgs: [SMOKE_FLAG] },
  all: { phases: [[['check', 'unit', 'packages'], ['site'], ['account']], ...SERVER_PHASES] },
  rest: {
    phases: [[['slow', 'packages'], ['site'], ['account']], ...SERVER_PHASES],
    browserArgs: [EXCLUDE_SMOKE_FLAG],
  },
  unit: buildCommand('unit'),
  packages: buildCommand('packages'),
  e2e: buildCommand('site', 'account'),
  operate: buildCommand('operate'),
  attacks: buildCommand('attacks'),
  faults: buildCommand('faults'),
  load: buildCommand('load'),
}

async function runNode(args: string[], env?: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const selectProjects = ({ projects = [] }: Suite) => projects.map((project) => `--project=${project}`)

const buildServerEnv = ({ env, portOffset = 0 }: Suite) => ({
  ...env,
  TEST_PORT_OFFSET: String(portOffset + Number(process.env.TEST_PORT_OFFSET || 0)),
})

const NO_TESTS: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }

const readReport = <Report>(name: string, parseOutcome: (json: Report) => Outcome): Outcome | undefined =>
  existsSync(report(name)) ? parseOutcome(JSON.parse(readFileSync(report(name), 'utf8')) as Report) : undefined

/** Adds a failure if the report is missing, or if the runner failed without a failed test. */
function toOutcome(name: string, code: number, reportedOutcome: Outcome | undefined): Outcome {
  if (reportedOutcome && (reportedOutcome.failed > 0 || code === 0)) return reportedOutcome
  const outcome = reportedOutcome ?? NO_TESTS
  return { ...outcome, failed: 1, failures: [...outcome.failures, `${name} failed with exit code ${code}`] }
}

async function check(): Promise<Outcome> {
  const code = await runNode(['scripts/commands/check.ts'])
  const failures = code === 0 ? [] : ['npm run check']
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures, repeated: [] }
}

async function runVitest(suite: Suite, args: string[], isRepetition = false): Promise<Outcome> {
  const name = `vitest-${suite.projects?.[0]}`
  const errorsFile = resolve(dataDir, `${name}-errors.json`)
  rmSync(report(name), { force: true })
  rmSync(errorsFile, { force: true })
  const code = await runNode(
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
    { ...buildServerEnv(suite), ERRORS_FILE: errorsFile },
  )
  const reportedOutcome = readReport<VitestReport>(name, summarizeVitest)
  const outcome = toOutcome(name, code, reportedOutcome)
  if (!existsSync(errorsFile)) return outcome
  const errors = JSON.parse(readFileSync(errorsFile, 'utf8')) as ErrorOutsideTests[]
  const texts = errors.map(({ text }) => text)
  const files = errors.flatMap(({ file }) => file ?? [])
  const canRepeat = process.env.CI && !isRepetition && files.length === errors.length
  if (!canRepeat || reportedOutcome?.failed !== 0) return { ...outcome, failures: [...outcome.failures, ...texts] }
  // Runs the file again, like the CI retries. If it passes, its errors are listed under `repeated`.
  const options = args.filter((arg) => arg.startsWith('-') && !arg.startsWith('--shard'))
  const { failed, failures } = await runVitest(suite, [...options, ...files], true)
  if (failed === 0) return { ...reportedOutcome, repeated: [...reportedOutcome.repeated, ...texts] }
  return { ...reportedOutcome, failed, failures: [...texts, ...failures] }
}

/**
 * Returns whether the arguments select any test. The check takes seconds, but Playwright would start servers even
 * without tests.
 */
function hasMatchingTests(command: string[]): boolean {
  const options = { cwd: root, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(process.execPath, [...command, '--list', '--pass-with-no-tests'], options)
  return status !== 0 || !stdout.includes('Total: 0 tests')
}

async function runPlaywright(suite: Suite, args: string[]): Promise<Outcome> {
  const name = `playwright-${suite.projects?.[0]}`
  const stackFailure = resolve(dataDir, `${name}-stack.txt`)
  rmSync(report(name), { force: true })
  rmSync(stackFailure, { force: true })
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...selectProjects(suite), ...args]
  if (args.some((arg) => !SMOKE_FILTERS.has(arg)) && !hasMatchingTests(command)) return NO_TESTS
  const code = await runNode(command, {
    ...buildServerEnv(suite),
    CHROMIUM_PATH: await findChromium({ dataDir }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report(name),
    STACK_FAILURE_FILE: stackFailure,
  })
  const outcome = toOutcome(name, code, readReport<PlaywrightReport>(name, summarizePlaywright))
  if (!existsSync(stackFailure)) return outcome
  // Reports crashed services, because they are restarted and the tests may still pass.
  const failure = `Test servers: ${readFileSync(stackFailure, 'utf8')}`
  return { ...outcome, failed: Math.max(outcome.failed, 1), failures: [...outcome.failures, failure] }
}

/**
 * Maximum workers while other suites run. Many tests only wait, and each additional worker loads all packages again.
 */
const CONCURRENT_SUITE_WORKERS = 2

function buildRunnerArgs({ run, workers }: Suite, args: string[], { isOnlySuite, browserArgs }: Options): string[] {
  if (run === runPlaywright) return [...browserArgs, ...args]
  const maxWorkers = workers ?? (isOnlySuite ? undefined : CONCURRENT_SUITE_WORKERS)
  // The arguments may select tests of another suite only.
  const isFiltered = args.length > 0
  return [...(maxWorkers ? [`--maxWorkers=${maxWorkers}`] : []), ...(isFiltered ? ['--passWithNoTests'] : []), ...args]
}

type Options = { isOnlySuite: boolean; browserArgs: string[] }

async function runSuite(name: SuiteName, args: string[], options: Options): Promise<Outcome[]> {
  const suite: Suite = SUITES[name]
  if (suite.run === check && args.some((arg) => /^--shard=(?!1\/)/.test(arg))) return []
  await suite.prepare?.()
  return [await runStep(suite.title, () => suite.run(suite, buildRunnerArgs(suite, args, options)))]
}

async function runCommand({ phases, browserArgs = [] }: Command, args: string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const lanes of phases) {
    const options = { isOnlySuite: lanes.length === 1, browserArgs }
    const runLane = async (lane: SuiteName[]) => {
      const laneOutcomes: Outcome[] = []
      for (const name of lane) laneOutcomes.push(...(await runSuite(name, args, options)))
      return laneOutcomes
    }
    outcomes.push(...(await Promise.all(lanes.map(runLane))).flat())
  }
  return outcomes
}

/** Parses the command name and the runner arguments after it. Only `all` supports `--rest`. */
function readArguments([first = '', ...remaining]: string[]): { name: string; args: string[] } {
  const hasName = first !== '' && !first.startsWith('-')
  const args = hasName ? remaining : [first, ...remaining].filter(Boolean)
  const name = hasName ? first : 'quick'
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
  const sumOutcomes = (kind: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((sum, outcome) => sum + outcome[kind], 0)
  const skipped = sumOutcomes('skipped')
  console.log(
    `\n${sumOutcomes('passed')} passed, ${sumOutcomes('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  return sumOutcomes('failed') > 0 || sumOutcomes('passed') === 0 ? 1 : 0
})
