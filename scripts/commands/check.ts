import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { writeBrowserBundles } from '../build/browser-bundles.ts'
import { generate, staleFiles } from '../build/generated.ts'
import { run } from '../support/processes.ts'
import { UserError, main, step } from '../support/progress.ts'
import { loadSettings, root } from '../support/settings.ts'

const fix = process.argv.includes('--fix')

/** Each checker repeats the types of the libraries. On two cores, one takes 36 s of CPU and four take 64 s, which the build needs. */
const checkers = Math.min(4, Math.max(1, availableParallelism() - 1))

const checks: [title: string, script: string, ...args: string[]][] = [
  [fix ? 'Formatting' : 'Format', 'oxfmt/bin/oxfmt', ...(fix ? ['.'] : ['--check', '.'])],
  ['Lint and import boundaries', 'oxlint/bin/oxlint', '--deny-warnings', ...(fix ? ['--fix'] : [])],
  ['Types', 'typescript/bin/tsc', '--noEmit', '--incremental', 'false', '--checkers', `${checkers}`],
  ['Unused code and dependencies', 'knip/bin/knip.js'],
]

async function generated(): Promise<void> {
  const settings = loadSettings()
  const stale = await staleFiles(settings)
  if (stale.length === 0) return
  if (!fix) throw new UserError(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`)
  await generate(settings)
}

/** `npm run check`: generated files, format, lint, import boundaries, types, unused code. `-- --fix` fixes what it can. */
await main(async () => {
  await writeBrowserBundles()
  await step('Generated files', generated)
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
