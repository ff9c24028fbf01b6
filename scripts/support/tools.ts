import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from './processes.ts'
import { runStep } from './progress.ts'
import { root } from './settings.ts'

const folder = resolve(root, 'scripts/tools')

/** Installs optional tools (scripts/tools/package.json) on first use. */
export async function installTools(): Promise<void> {
  if (existsSync(resolve(folder, 'node_modules/.package-lock.json'))) return
  await runStep('Installing the command’s tools', () =>
    run({
      name: 'npm ci in scripts/tools',
      command: 'npm',
      args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      cwd: folder,
      logFile: resolve(root, '.data/logs/tools.log'),
    }),
  )
}

export const resolveToolFile = (name: string): string => createRequire(resolve(folder, 'package.json')).resolve(name)

/** Imports a tool as `unknown`, because its types are not installed by default. */
export const importTool = (name: string): Promise<unknown> => import(pathToFileURL(resolveToolFile(name)).href)
