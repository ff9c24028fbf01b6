import { resolve } from 'node:path'
import { parseBackupEnv } from '../support/backup/environment.ts'
import { backUpDeletions, createBackup, pruneExpiredBackups } from '../support/backup/create.ts'
import { main, runStep, UserError } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'

/**
 * `npm run backup`: backs up database and content. `-- --deletions` exports only new deletions, which is fast. See
 * docs/operate/backup.md.
 */
await main(async () => {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg !== '--deletions'))
    throw new UserError('Usage: npm run backup [-- --deletions]. See docs/operate/backup.md.')
  const { env, dataDir } = loadSettings()
  const backupOptions = parseBackupEnv(process.env, resolve(dataDir, 'backups'))
  if (args.length > 0) {
    const addedCount = await backUpDeletions(env, backupOptions)
    console.log(`✓ Exported ${addedCount} new deletions to ${backupOptions.folder}`)
    return
  }
  const { name, manifest } = await runStep('Backing up the database and the content', () =>
    createBackup({ env, token: env.readToken }, backupOptions),
  )
  await backUpDeletions(env, backupOptions)
  const deletedBackups = await pruneExpiredBackups(env, backupOptions)
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  const { documents, assets } = manifest.content
  console.log(`✓ ${resolve(backupOptions.folder, name)}: ${rows} rows, ${documents} documents, ${assets} assets`)
  if (!backupOptions.key)
    console.log('! The backup is not encrypted: anyone with access to the folder can read it. Set BACKUP_KEY.')
  for (const deletedBackup of deletedBackups)
    console.log(`  Deleted ${deletedBackup}, which was older than ${backupOptions.keepDays} days`)
})
