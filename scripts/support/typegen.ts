import { resolve } from 'node:path'
import { sanity } from './builds.ts'
import { run } from './processes.ts'
import type { Settings } from './settings.ts'

/**
 * Extracts the schema of the Studio in `tree` and writes the types of schema and queries to sanity/types.ts there.
 * Needs no network and no running service.
 */
export async function generateTypes(
  { studio, dataDir }: Pick<Settings, 'studio' | 'dataDir'>,
  tree: string,
): Promise<void> {
  const commands: [name: string, ...args: string[]][] = [
    [
      'The extraction of the schema',
      'schema',
      'extract',
      '--enforce-required-fields',
      '--path',
      '.sanity/schema.json',
      '--force',
    ],
    ['The generation of types', 'typegen', 'generate'],
  ]
  for (const [name, ...args] of commands) {
    await run({
      name,
      args: sanity(...args),
      cwd: resolve(tree, 'studio'),
      env: studio,
      logFile: resolve(dataDir, 'logs', `typegen-${args[0]}.log`),
    })
  }
}
