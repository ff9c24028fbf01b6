import { resolve } from 'node:path'
import { backupEnv } from '../support/backup/environment.ts'
import { backUpDeletions, createBackup, prune } from '../support/backup/create.ts'
import { main, step, UserError } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'

/**
 * `npm run backup`: backs up database and content. `-- --deletions` exports only new deletions, which is fast. See
 * docs/operate/backup.md.
 */
await main(async () => {
  const asked = process.argv.slice(2)
  if (asked.some((argument) => argument !== '--deletions'))
    throw new UserError('Usage: npm run backup [-- --deletions]. See docs/operate/backup.md.')
  const { env, dataDir } = loadSettings()
  const backup = backupEnv(process.env, resolve(dataDir, 'backups'))
  if (asked.length > 0) {
    const added = await backUpDeletions(env, backup)
    console.log(`✓ Exported ${added} new deletions to ${backup.folder}`)
    return
  }
  const { name, manifest } = await step('Backing up the database and the content', () =>
    createBackup({ env, token: env.readToken }, backup),
  )
  await backUpDeletions(env, backup)
  const deleted = await prune(env, backup)
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  const { documents, assets } = manifest.content
  console.log(`✓ ${resolve(backup.folder, name)}: ${rows} rows, ${documents} documents, ${assets} assets`)
  if (!backup.key)
    console.log('! The backup is not encrypted: anyone with access to the folder can read it. Set BACKUP_KEY.')
  for (const old of deleted) console.log(`  Deleted ${old}, which was older than ${backup.keepDays} days`)
})
