import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, resolve } from 'node:path'
import { buildSite } from '../build/builds.ts'
import { fingerprint } from '../build/freshness.ts'
import { type BrowserProject, type BrowserSelection, browserTestsFor, projectsFor } from '../support/browser-tests.ts'
import { findChromium } from '../support/chromium.ts'
import { UserError, main, step } from '../support/progress.ts'
import { prepareOperatePrograms } from '../support/operate-programs.ts'
import { prepareRealPostgres } from '../support/real-postgres.ts'
import { loadSettings, root } from '../support/settings.ts'
import { readTestArguments } from '../support/test-arguments.ts'
import type { ErrorOutsideTests } from '../../tests/support/errors-outside-tests.ts'
import { makeUndefended, undefended } from '../support/undefended.ts'
import {
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
  playwrightOutcome,
  vitestOutcome,
} from '../support/test-reports.ts'

const dataDir = resolve(root, '.data/test')
const report = (name: string) => resolve(dataDir, `${name}.json`)

/** Variables beside those of this process, and by how much others go before it (`nice`). */
type How = { cwd?: string; env?: Record<string, string>; priority?: number }

/** Runs a script on this Node with its output on the terminal; returns its exit code. */
async function show(args: string[], { cwd = root, env, priority = 0 }: How = {}): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  if (priority > 0 && child.pid !== undefined) setPriority(child.pid, priority)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** What a runner has reported; undefined when it ended before. */
const reported = <T>(name: string, outcome: (json: T) => Outcome): Outcome | undefined =>
  existsSync(report(name)) ? outcome(JSON.parse(readFileSync(report(name), 'utf8')) as T) : undefined

/** A run that leaves no report is a failure, and so is a runner that fails without a failed test. */
function judge(name: string, code: number, found: Outcome | undefined): Outcome {
  if (found && (found.failed > 0 || code === 0)) return found
  const outcome = found ?? { passed: 0, skipped: 0, failures: [], repeated: [] }
  return { ...outcome, failed: 1, failures: [...outcome.failures, `${name} ended with exit code ${code}`] }
}

/** Of what runs beside the browser tests: it gets what they leave of the processor while they wait for a page. */
const BESIDE: How = { priority: 5 }

async function check(): Promise<Outcome> {
  const code = await show(['scripts/commands/check.ts'], BESIDE)
  const failures = code === 0 ? [] : ['npm run check']
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures, repeated: [] }
}

type VitestRun = { command?: 'run' | 'related'; args: string[]; how?: How }

/** Runs the tests of some of the projects of `vitest.config.ts`; with `related`, those that import one of the files in `args`. */
async function vitest(
  name: string,
  projects: string[],
  { command = 'run', args, how = BESIDE }: VitestRun,
  isRepetition = false,
): Promise<Outcome> {
  const errorsFile = resolve(dataDir, `${name}-errors.json`)
  rmSync(report(name), { force: true })
  rmSync(errorsFile, { force: true })
  const code = await show(
    [
      'node_modules/vitest/vitest.mjs',
      command,
      '--run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/support/errors-outside-tests.ts',
      `--outputFile.json=${report(name)}`,
      ...args,
    ],
    { ...how, env: { ...how.env, ERRORS_FILE: errorsFile } },
  )
  const found = reported<VitestReport>(name, vitestOutcome)
  const outcome = judge(name, code, found)
  if (!existsSync(errorsFile)) return outcome
  const errors = JSON.parse(readFileSync(errorsFile, 'utf8')) as ErrorOutsideTests[]
  const texts = errors.map(({ text }) => text)
  const files = errors.flatMap(({ file }) => file ?? [])
  const isRepeated = process.env.CI && !isRepetition && found?.failed === 0 && files.length === errors.length
  if (!isRepeated) return { ...outcome, failures: [...outcome.failures, ...texts] }
  // As a test that fails in CI: its file runs a second time, and is named when it then passes.
  const options = args.filter((arg) => arg.startsWith('-'))
  const { failed, failures } = await vitest(name, projects, { args: [...options, ...files], how }, true)
  if (failed === 0) return { ...found, repeated: [...found.repeated, ...texts] }
  return { ...found, failed, failures: [...texts, ...failures] }
}

/** Added to the ports of `tests/support/stack/addresses.ts`, so that both stacks can run side by side. */
const PORT_OFFSETS: Record<BrowserProject, number> = { site: 0, account: 100 }

/** Projects of `playwright.config.ts` that share a stack. */
const PLAYWRIGHT_PROJECTS: Record<BrowserProject, string[]> = {
  site: ['site', 'voice-agent'],
  account: ['account'],
}

/** Runs the browser tests of the site or of the account on their own stack. */
async function playwright(project: BrowserProject, args: string[]): Promise<Outcome> {
  const name = `playwright-${project}`
  const stackFailure = resolve(dataDir, `${name}-stack.txt`)
  rmSync(report(name), { force: true })
  rmSync(stackFailure, { force: true })
  const code = await show(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...PLAYWRIGHT_PROJECTS[project].map((one) => `--project=${one}`),
      '--pass-with-no-tests',
      ...args,
    ],
    {
      env: {
        CHROMIUM_PATH: await findChromium({ dataDir }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report(name),
        STACK_FAILURE_FILE: stackFailure,
        TEST_STUDIO: project === 'site' ? 'on' : 'off',
        TEST_POSTGRES: project === 'site' ? 'local' : 'installed',
        TEST_PORT_OFFSET: String(PORT_OFFSETS[project] + Number(process.env.TEST_PORT_OFFSET || 0)),
      },
    },
  )
  const outcome = judge(name, code, reported<PlaywrightReport>(name, playwrightOutcome))
  if (!existsSync(stackFailure)) return outcome
  // A service that crashed is restarted, so the tests alone can all pass.
  const failure = `The servers under test: ${readFileSync(stackFailure, 'utf8')}`
  return { ...outcome, failed: Math.max(outcome.failed, 1), failures: [...outcome.failures, failure] }
}

/** What both stacks need, before each would make it at once. The Studio is built by the one stack that has it. */
async function prepareBrowserTests(): Promise<void> {
  await findChromium({ dataDir })
  await buildSite(loadSettings())
}

const units = (run: VitestRun) =>
  step('Unit and contract tests', () => vitest('vitest-unit', ['unit', 'contract'], run))

/** The same, one kind after the other, for one worker that loads each package once: half the work, and twice the time. */
const unitsBesideBrowsers = async ({ args, ...run }: VitestRun): Promise<Outcome[]> => {
  const oneByOne = { ...run, args: [...args, '--maxWorkers=1'] }
  return [
    await step('Unit tests', () => vitest('vitest-unit', ['unit'], oneByOne)),
    await step('Contract tests', () => vitest('vitest-contract', ['contract'], oneByOne)),
  ]
}

const packages = (args: string[]) =>
  step("Tests of the local servers' packages", () => vitest('vitest-packages', ['packages'], { args }))

/** Changes with what the tests of `packages/` are made of: they import nothing of the site. */
const packagesFingerprint = () =>
  fingerprint(root, {
    inputs: [
      'packages/*',
      'packages/*/!(dist)',
      'packages/*/!(dist)/**/*',
      'package-lock.json',
      'tsconfig.json',
      'vitest.config.ts',
      'tests/support/before-all.ts',
    ],
    variables: {},
  })

/** Tests the packages unless they are as they were when they last passed; always in CI and with arguments for the runner. */
async function changedPackages(args: string[]): Promise<Outcome[]> {
  const stamp = resolve(dataDir, 'stamps/packages')
  const wanted = packagesFingerprint()
  if (!process.env.CI && args.length === 0 && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    console.log("▸ Tests of the local servers' packages: unchanged since they last passed")
    return []
  }
  const outcome = await packages(args)
  if (args.length === 0 && outcome.failed === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
  }
  return [outcome]
}

/** Side by side, each on a stack of its own. */
const browser = (selections: BrowserSelection[]) =>
  step('Browser tests on the production build', () =>
    Promise.all(selections.map(({ project, args }) => playwright(project, args))),
  )

/** Runs tests in browsers, and beside them the checks and then other tests. */
async function besideBrowsers(selections: BrowserSelection[], others: () => Promise<Outcome[]>): Promise<Outcome[]> {
  await prepareRealPostgres()
  const inBrowsers = async () => {
    if (selections.length === 0) return []
    await prepareBrowserTests()
    return browser(selections)
  }
  const beside = async () => [await step('Checks', check), ...(await others())]
  return (await Promise.all([beside(), inBrowsers()])).flat()
}

const chosenBy = (args: string[]) => projectsFor(args).map((project) => ({ project, args }))

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files that are not as they were at a commit, new ones too; without any, those of the last commit. */
function changedFiles(since: string): string[] {
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1')
}

/** Runs what a change can break: the checks, the units and contracts that import a changed file, and the browser tests of its page. */
async function whatChanged(since: string): Promise<Outcome[]> {
  const files = changedFiles(since)
  console.log(`▸ Changed: ${files.join(', ')}`)
  const isOfPackages = files.some((file) => file.startsWith('packages/'))
  return besideBrowsers(browserTestsFor(files), async () => [
    ...(isOfPackages ? await changedPackages([]) : []),
    ...(await unitsBesideBrowsers({ command: 'related', args: [...files, '--passWithNoTests'] })),
  ])
}

/** Ports of the operate tests, beside those of both stacks of browser tests; with 200 one would be a port that fetch refuses. */
const OPERATE_OFFSET = 300

/** One file after another: each starts servers that take the whole machine. */
async function operate(args: string[]): Promise<Outcome> {
  await prepareOperatePrograms()
  await buildSite(loadSettings())
  process.env.TEST_PORT_OFFSET ||= String(OPERATE_OFFSET)
  process.env.TEST_STUDIO = 'off'
  return step('Operate tests', () => vitest('vitest-operate', ['operate'], { args: [...args, '--maxWorkers=1'] }))
}

/** Kinds of checks that print a table of what was tried, expected and got. */
const CHECKS = { attacks: 'Attacks', faults: 'Faults', load: 'Load' } as const
type Checks = keyof typeof CHECKS

/** As an argument of the checks: runs them on a copy of the site without its defences, where each has to fail. */
const UNDEFENDED = '--undefended'

/** Ports of the checks; those of the copy are others, so that both can be looked at side by side. */
const CHECKS_OFFSET = 400
const UNDEFENDED_OFFSET = 600

const checks = (kind: Checks, title: string, { args, how }: { args: string[]; how: How }) =>
  step(title, () =>
    vitest(`vitest-${kind}`, [kind], {
      args: ['--reporter=./tests/support/defences/table.ts', '--maxWorkers=1', ...args],
      how: { ...how, env: { TEST_STUDIO: 'off', ...how.env } },
    }),
  )

const portOffset = (own: number) => ({ TEST_PORT_OFFSET: process.env.TEST_PORT_OFFSET || String(own) })

/** One file after another, because each takes the whole machine. */
async function holds(kinds: Checks[], args: string[]): Promise<Outcome[]> {
  await prepareOperatePrograms()
  await buildSite(loadSettings())
  const outcomes: Outcome[] = []
  for (const kind of kinds)
    outcomes.push(await checks(kind, CHECKS[kind], { args, how: { env: portOffset(CHECKS_OFFSET) } }))
  return outcomes
}

/** The same on a copy of the site without its defences, which is built there; it passes where each check fails. */
async function failUndefended(kinds: Checks[], args: string[]): Promise<Outcome[]> {
  await prepareOperatePrograms()
  await step('Taking the defences out of a copy', makeUndefended)
  const how = { cwd: undefended, env: { DEFENCES: 'away', ...portOffset(UNDEFENDED_OFFSET) } }
  const outcomes: Outcome[] = []
  for (const kind of kinds)
    outcomes.push(await checks(kind, `${CHECKS[kind]} without the defences: each check has to fail`, { args, how }))
  return outcomes
}

const checksPart = (kind: Checks) => (args: string[]) =>
  args.includes(UNDEFENDED)
    ? failUndefended(
        [kind],
        args.filter((arg) => arg !== UNDEFENDED),
      )
    : holds([kind], args)

/** What `npm test` runs in order; and what `.ci/run` runs after it; each is also a command of its own, such as `npm run test:e2e`. */
const PARTS: Record<string, (args: string[]) => Promise<Outcome[]>> = {
  unit: async (args) => {
    await prepareRealPostgres()
    return [await units({ args })]
  },
  packages: async (args) => {
    await prepareRealPostgres()
    return [await packages(args)]
  },
  e2e: async (args) => {
    await prepareRealPostgres()
    await prepareBrowserTests()
    return browser(chosenBy(args))
  },
  operate: async (args) => [await operate(args)],
  attacks: checksPart('attacks'),
  faults: checksPart('faults'),
  load: checksPart('load'),
  undefended: (args) => failUndefended(Object.keys(CHECKS) as Checks[], args),
  all: (args) =>
    besideBrowsers(chosenBy(args), async () => [
      ...(await changedPackages(args)),
      ...(await unitsBesideBrowsers({ args })),
    ]),
}

function list(title: string, texts: string[]): void {
  if (texts.length > 0) console.log(`\n${title}\n${texts.map((text) => `  ✗ ${text}`).join('\n')}`)
}

/** `npm test`, or one of its parts: `npm run test:unit`, `test:packages`, `test:e2e`, with arguments for the runner. */
await main(async () => {
  const { name, args, changedSince } = readTestArguments(process.argv.slice(2))
  const part = PARTS[name]
  if (!part)
    throw new UserError(`There is no part of the tests called "${name}": use ${Object.keys(PARTS).join(', ')}.`)
  const outcomes = changedSince === undefined ? await part(args) : await whatChanged(changedSince)
  list(
    'Passed only when run again:',
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
