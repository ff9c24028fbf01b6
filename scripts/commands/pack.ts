import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { run } from '../support/processes.ts'
import { main, runStep } from '../support/progress.ts'
import { root } from '../support/settings.ts'

const folder = resolve(root, '.data/packages')
const workspaces = ['content-lake', 'clerk', 'postgres', 'voice', 'systems', 'mail', 'edge-caches'].map(
  (name) => `--workspace=packages/${name}`,
)

/** `npm run pack`: packs the local servers into .data/packages as npm tarballs. */
await main(() =>
  runStep('Packing packages into .data/packages', async () => {
    mkdirSync(folder, { recursive: true })
    await run({
      name: 'npm pack',
      command: 'npm',
      // Enables scripts, because .npmrc disables them, including the package's build.
      args: ['pack', '--ignore-scripts=false', '--pack-destination', folder, ...workspaces],
      cwd: root,
      logFile: resolve(root, '.data/logs/pack.log'),
    })
  }),
)
