import { resolve } from 'node:path'
import { writeBrowserBundles } from '../build/browser-bundles.ts'
import { staleFiles } from '../build/generated.ts'
import { run } from '../support/processes.ts'
import { UserError, main, step } from '../support/progress.ts'
import { loadSettings, root } from '../support/settings.ts'

const fix = process.argv.includes('--fix')

/** Name of the check, and the script (below node_modules) with its arguments. */
const checks: [title: string, script: string, ...args: string[]][] = [
  [fix ? 'Formatting' : 'Format', 'oxfmt/bin/oxfmt', ...(fix ? ['.'] : ['--check', '.'])],
  ['Lint and import boundaries', 'oxlint/bin/oxlint', '--deny-warnings', ...(fix ? ['--fix'] : [])],
  ['Types', 'typescript/bin/tsc', '--noEmit', '--incremental', 'false'],
  ['Unused code and dependencies', 'knip/bin/knip.js'],
]

async function generated(): Promise<void> {
  const stale = await staleFiles(loadSettings(), { fix })
  if (stale.length > 0 && !fix) throw new UserError(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`)
}

/** `npm run check`: generated files, format, lint, import boundaries, types, unused code. `npm run check -- --fix` writes and formats first. */
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
