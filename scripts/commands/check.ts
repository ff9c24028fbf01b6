import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { writeBrowserBundles } from '../build/browser-bundles.ts'
import { generate, staleFiles } from '../build/generated.ts'
import { commitSubjectProblem } from '../lint/commit-subject.ts'
import { docsProblems } from '../lint/docs.ts'
import { run } from '../support/processes.ts'
import { UserError, main, step } from '../support/progress.ts'
import { loadSettings, root } from '../support/settings.ts'

const fix = process.argv.includes('--fix')

/**
 * Number of type checkers. Each one loads the library types again: on two cores, one takes 36 s of CPU and four take 64
 * s, which the build needs.
 */
const checkers = Math.min(4, Math.max(1, availableParallelism() - 1))

const checks: [title: string, script: string, ...args: string[]][] = [
  [fix ? 'Formatting' : 'Format', 'oxfmt/bin/oxfmt', ...(fix ? ['.'] : ['--check', '.'])],
  ['Lint and import boundaries', 'oxlint/bin/oxlint', '--deny-warnings', ...(fix ? ['--fix'] : [])],
  ['Types', 'typescript/bin/tsc', '--noEmit', '--incremental', 'false', '--checkers', `${checkers}`],
  ['Unused code and dependencies', 'knip/bin/knip.js'],
  ['Spelling', 'cspell/bin.mjs', '--no-progress', '--no-summary'],
]

const DOCS = ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'tests/corpus/*.md']

/** Changelogs keep the wording of a release, and `npm run bench` writes the benchmarks. */
const isExempt = (file: string) => /(?:CHANGELOG|benchmarks)\.md$/.test(file)

function checkDocs(): void {
  const problems = globSync(DOCS, { cwd: root })
    .filter((file) => !isExempt(file))
    .flatMap((file) =>
      docsProblems(readFileSync(resolve(root, file), 'utf8')).map(({ line, problem }) => `${file}:${line} ${problem}`),
    )
  if (problems.length > 0) throw new UserError(problems.join('\n'))
}

/**
 * Returns the subjects of the newest commit and of all commits that the upstream branch does not have.
 * Returns none in CI, where the host may check out a merge commit.
 */
function newSubjects(): string[] {
  if (process.env.CI) return []
  const subjects = (...range: string[]) =>
    spawnSync('git', ['log', '--no-merges', '--format=%s', ...range], { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const lines = `${subjects('-1')}${subjects('@{upstream}..HEAD')}`.split('\n')
  return [...new Set(lines.filter(Boolean))]
}

function checkCommits(): void {
  const problems = newSubjects().flatMap((subject) => {
    const problem = commitSubjectProblem(subject)
    return problem ? [`${problem}: "${subject}"`] : []
  })
  if (problems.length > 0) throw new UserError(problems.join('\n'))
}

async function generated(): Promise<void> {
  const settings = loadSettings()
  const stale = await staleFiles(settings)
  if (stale.length === 0) return
  if (!fix) throw new UserError(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`)
  await generate(settings)
}

/** `npm run check`: generated files, format, lint, types, unused code, spelling, docs, commits. `-- --fix` fixes what it can. */
await main(async () => {
  await writeBrowserBundles()
  await step('Generated files', generated)
  await step('Docs', async () => checkDocs())
  await step('Commit subjects', async () => checkCommits())
  for (const [title, script, ...args] of checks) {
    await step(title, () =>
      run({
        name: title,
        args: [resolve(root, 'node_modules', script), ...args],
        cwd: root,
        logFile: resolve(root, '.data/logs', `check-${title.split(' ')[0]?.toLowerCase()}.log`),
      }),
    )
  }
})
