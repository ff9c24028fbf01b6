import { resolve } from 'node:path'
import { run } from '../support/processes.ts'
import { UserError, main, runStep } from '../support/progress.ts'
import { root } from '../support/settings.ts'
import { installTools, resolveToolFile } from '../support/tools.ts'

/** `npm run migration -- <name>`: writes a migration for changes of lib/dashboard/schema. */
await main(async () => {
  const [name] = process.argv.slice(2)
  if (!name) throw new UserError('Name the change: npm run migration -- add-a-column')
  await installTools()
  await runStep('Writing the migration', () =>
    run({
      name: 'drizzle-kit',
      args: [resolve(resolveToolFile('drizzle-kit'), '../bin.cjs'), 'generate', '--name', name],
      cwd: root,
      logFile: resolve(root, '.data/logs/migration.log'),
    }),
  )
})
