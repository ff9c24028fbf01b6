import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { root } from './settings.ts'

/** Each runs on a stack of its own (playwright.config.ts). */
export type BrowserProject = 'site' | 'account'

export const PROJECTS: BrowserProject[] = ['site', 'account']

/** Tests of what is behind a sign-in, and some that need neither Studio nor voice agent, so that both projects take about as long. */
export const ACCOUNT_SPEC =
  /\/e2e\/(account\/.*|content\/(page-cache|unknown-addresses|words)|site\/(articles|pictures|product-pictures))\.spec\.ts$/

/** Tests of what needs a voice agent, which neither `npm start` nor the other tests have. */
export const VOICE_AGENT_SPEC = /\/e2e\/voice-agent\/.*\.spec\.ts$/

const projectOf = (spec: string): BrowserProject => (ACCOUNT_SPEC.test(spec) ? 'account' : 'site')

const allSpecs = () => globSync('tests/e2e/**/*.spec.ts', { cwd: root })

/** The projects that have a test file which the arguments for Playwright choose; all where they choose none. */
export function projectsFor(args: string[]): BrowserProject[] {
  const chosen = allSpecs().filter((spec) => args.some((arg) => resolve(root, spec).includes(arg)))
  return chosen.length > 0 ? PROJECTS.filter((project) => chosen.some((spec) => projectOf(spec) === project)) : PROJECTS
}

/** Arguments for Playwright, by project. */
export type BrowserSelection = { project: BrowserProject; args: string[] }

/** Folders whose files a page is made of. */
const OF_PAGES = /^(app|browser|components|lib|sanity|server|public|studio)\//

/** Those of the dashboard and of the pages to sign in. */
const OF_ACCOUNT = /^(app\/\(account\)|app\/api\/(dashboard|v1)|components\/(account|dashboard))\//

/** The tests of the dashboard as a whole are too many for a change of one of its files. */
const WHOLE = 'dashboard'

const wordsOf = (file: string) =>
  file
    .split('/')
    .slice(-2)
    .flatMap((name) => name.split(/[^a-z]+/))
    .filter((word) => word !== WHOLE)

/** What is behind a sign-in, files and tests alike; some tests of public pages run beside those of the account. */
const isOfAccount = (path: string) => OF_ACCOUNT.test(path) || path.startsWith('tests/e2e/account/')

const SWEEPS = { site: 'tests/e2e/site/pages.spec.ts', account: 'tests/e2e/account/dashboard.spec.ts' }

/**
 * The browser tests for changed files: of each file the tests that are named like its folder or like itself
 * (`components/dashboard/leads/…`: `account/leads.spec.ts`), changed tests themselves, and for other files of pages the
 * look at every page.
 */
export function browserTestsFor(files: string[]): BrowserSelection[] {
  const specs = allSpecs()
  const chosen = { site: new Set<string>(), account: new Set<string>() }
  const everyPage = new Set<BrowserProject>()
  for (const file of files) {
    if (!specs.includes(file) && !OF_PAGES.test(file)) continue
    const words = wordsOf(file)
    const named = specs.filter(
      (spec) =>
        spec === file || (isOfAccount(spec) === isOfAccount(file) && words.includes(basename(spec, '.spec.ts'))),
    )
    for (const spec of named) chosen[projectOf(spec)].add(resolve(root, spec))
    if (named.length === 0) everyPage.add(isOfAccount(file) ? 'account' : 'site')
  }
  return PROJECTS.flatMap((project): BrowserSelection[] => {
    if (chosen[project].size > 0) return [{ project, args: [...chosen[project]] }]
    return everyPage.has(project) ? [{ project, args: [resolve(root, SWEEPS[project]), '--grep', 'every page'] }] : []
  })
}
