import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { writeBrowserBundles } from '../build/browser-bundles.ts'
import { generate, findStaleFiles } from '../build/generated.ts'
import { checkCommitSubject } from '../lint/commit-subject.ts'
import { findDocsProblems } from '../lint/docs.ts'
import { run } from '../support/processes.ts'
import { UserError, main, runStep } from '../support/progress.ts'
import { loadSettings, root } from '../support/settings.ts'

const shouldFix = process.argv.includes('--fix')

/**
 * Number of type checkers. Each one loads the library types again: on two cores, one takes 36 s of CPU time and four
 * take 64 s. That would slow down the build, which runs at the same time.
 */
const checkerCount = Math.min(4, Math.max(1, availableParallelism() - 1))

const checks: [title: string, script: string, ...args: string[]][] = [
  [shouldFix ? 'Formatting' : 'Format', 'oxfmt/bin/oxfmt', ...(shouldFix ? ['.'] : ['--check', '.'])],
  ['Lint and import boundaries', 'oxlint/bin/oxlint', '--deny-warnings', ...(shouldFix ? ['--fix'] : [])],
  ['Types', 'typescript/bin/tsc', '--noEmit', '--incremental', 'false', '--checkers', `${checkerCount}`],
  ['Unused code and dependencies', 'knip/bin/knip.js'],
  ['Spelling', 'cspell/bin.mjs', '--no-progress', '--no-summary'],
]

const DOCS = ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'tests/corpus/*.md']

/** Changelogs quote a release as published, and `npm run bench` generates the benchmarks. */
const isExempt = (file: string) => /(?:CHANGELOG|benchmarks)\.md$/.test(file)

function checkDocs(): void {
  const problems = globSync(DOCS, { cwd: root })
    .filter((file) => !isExempt(file))
    .flatMap((file) =>
      findDocsProblems(readFileSync(resolve(root, file), 'utf8')).map(
        ({ line, problem }) => `${file}:${line} ${problem}`,
      ),
    )
  if (problems.length > 0) throw new UserError(problems.join('\n'))
}

/**
 * Returns the subjects of the newest commit and of all commits that the upstream branch does not have.
 * Returns none in CI, where the host may check out a merge commit.
 */
function listNewSubjects(): string[] {
  if (process.env.CI) return []
  const listSubjects = (...range: string[]) =>
    spawnSync('git', ['log', '--no-merges', '--format=%s', ...range], { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const lines = `${listSubjects('-1')}${listSubjects('@{upstream}..HEAD')}`.split('\n')
  return [...new Set(lines.filter(Boolean))]
}

function checkCommits(): void {
  const problems = listNewSubjects().flatMap((subject) => {
    const problem = checkCommitSubject(subject)
    return problem ? [`${problem}: "${subject}"`] : []
  })
  if (problems.length > 0) throw new UserError(problems.join('\n'))
}

async function checkGeneratedFiles(): Promise<void> {
  const settings = loadSettings()
  const stale = await findStaleFiles(settings)
  if (stale.length === 0) return
  if (!shouldFix) throw new UserError(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`)
  await generate(settings)
}

/** `npm run check`: generated files, format, lint, types, unused code, spelling, docs, commits. `-- --fix` fixes what it can. */
await main(async () => {
  await writeBrowserBundles()
  await runStep('Generated files', checkGeneratedFiles)
  await runStep('Docs', async () => checkDocs())
  await runStep('Commit subjects', async () => checkCommits())
  for (const [title, script, ...args] of checks) {
    await runStep(title, () =>
      run({
        name: title,
        args: [resolve(root, 'node_modules', script), ...args],
        cwd: root,
        logFile: resolve(root, '.data/logs', `check-${title.split(' ')[0]?.toLowerCase()}.log`),
      }),
    )
  }
})
