import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { root } from './settings.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files that are not as they were at a commit, new ones too, below the root. Without any, those of the last commit. */
export function changedFiles(since = 'HEAD'): string[] {
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1')
}

/** What `npm test -- --changed` runs in a browser: arguments of Playwright, by project. */
export type BrowserSelection = { project: 'site' | 'account'; args: string[] }

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

const ACCOUNT_SPEC = /\/account\//

/**
 * The browser tests for changed files: of each file the tests that are named like its folder or like itself
 * (`components/dashboard/leads/…`: `account/leads.spec.ts`), changed tests themselves, and for other files of pages the
 * look at every page.
 */
export function browserTestsFor(files: string[]): BrowserSelection[] {
  const specs = globSync('tests/e2e/*/*.spec.ts', { cwd: root })
  const chosen = { site: new Set<string>(), account: new Set<string>() }
  const everyPage = new Set<'site' | 'account'>()
  for (const file of files) {
    const isSpec = specs.includes(file)
    if (!isSpec && !OF_PAGES.test(file)) continue
    const project = (isSpec ? ACCOUNT_SPEC : OF_ACCOUNT).test(file) ? 'account' : 'site'
    const words = wordsOf(file)
    const ofProject = specs.filter((spec) => ACCOUNT_SPEC.test(spec) === (project === 'account'))
    const named = ofProject.filter((spec) => spec === file || words.includes(basename(spec, '.spec.ts')))
    for (const spec of named) chosen[project].add(resolve(root, spec))
    if (named.length === 0) everyPage.add(project)
  }
  const sweeps = { site: 'tests/e2e/site/pages.spec.ts', account: 'tests/e2e/account/dashboard.spec.ts' }
  return (['site', 'account'] as const).flatMap((project): BrowserSelection[] => {
    if (chosen[project].size > 0) return [{ project, args: [...chosen[project]] }]
    return everyPage.has(project) ? [{ project, args: [resolve(root, sweeps[project]), '--grep', 'every page'] }] : []
  })
}
