import { resolve } from 'node:path'
import { backupEnv } from '../support/backup/environment.ts'
import {
  findBackup,
  type Part,
  requireEmptyTarget,
  restoreContent,
  restoreRows,
  verifyBackup,
} from '../support/backup/restore.ts'
import { main, step, UserError } from '../support/progress.ts'
import { loadSettings, localAdminToken } from '../support/settings.ts'

const ONLY: Record<string, Part> = { '--database-only': 'database', '--content-only': 'content' }

const USAGE = `Usage: npm run restore -- <latest or a backup name> [--database-only | --content-only]
DATABASE_URL, SANITY_PROJECT_ID and SANITY_DATASET must name an empty database and an empty dataset.
See docs/operate/backup.md.`

/** `npm run restore -- <backup>`: restores a backup into an empty database and an empty dataset. */
await main(async () => {
  const asked = process.argv.slice(2)
  const [name, ...others] = asked.filter((argument) => !(argument in ONLY))
  const [only] = asked.flatMap((argument) => ONLY[argument] ?? [])
  if (!name || name.startsWith('-') || others.length > 0) throw new UserError(USAGE)
  const parts: Part[] = only ? [only] : ['database', 'content']
  const { env, dataDir, hosted } = loadSettings()
  const backup = backupEnv(process.env, resolve(dataDir, 'backups'))
  const token = hosted ? process.env.SANITY_WRITE_TOKEN : localAdminToken
  const target = { env, token, lostDatabaseUrl: process.env.LOST_DATABASE_URL || undefined }
  const found = findBackup(backup.folder, name)
  const verified = await step('Verifying the backup', () => verifyBackup(found, backup, target.lostDatabaseUrl))
  await requireEmptyTarget(target, parts)
  if (parts.includes('database')) {
    const { entries, rows } = await step('Restoring the database', () => restoreRows(target, verified, backup))
    console.log(`  Replayed ${entries} deletions made after the backup: ${rows} rows.`)
    const until = target.lostDatabaseUrl ? 'the outage, from the lost database' : verified.deletionsUntil?.toISOString()
    console.log(`  Deletions are known up to: ${until ?? 'the time of the backup; none were exported since'}.`)
  }
  if (parts.includes('content')) await step('Restoring the content', () => restoreContent(target, verified, backup))
  console.log(`✓ Restored ${found.name}. Continue with "After a restore" in docs/operate/backup.md.`)
})
