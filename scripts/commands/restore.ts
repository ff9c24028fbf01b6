import { resolve } from 'node:path'
import { parseBackupEnv } from '../support/backup/environment.ts'
import {
  findBackup,
  type Part,
  requireEmptyTarget,
  restoreContent,
  restoreRows,
  verifyBackup,
} from '../support/backup/restore.ts'
import { main, runStep, UserError } from '../support/progress.ts'
import { loadSettings, localAdminToken } from '../support/settings.ts'

const PART_FLAGS: Record<string, Part> = { '--database-only': 'database', '--content-only': 'content' }

const USAGE = `Usage: npm run restore -- <latest or a backup name> [--database-only | --content-only]
DATABASE_URL, SANITY_PROJECT_ID and SANITY_DATASET must name an empty database and an empty dataset.
See docs/operate/backup.md.`

/** `npm run restore -- <backup>`: restores a backup into an empty database and an empty dataset. */
await main(async () => {
  const args = process.argv.slice(2)
  const [name, ...rest] = args.filter((arg) => !(arg in PART_FLAGS))
  const [part] = args.flatMap((arg) => PART_FLAGS[arg] ?? [])
  if (!name || name.startsWith('-') || rest.length > 0) throw new UserError(USAGE)
  const parts: Part[] = part ? [part] : ['database', 'content']
  const { env, dataDir, hosted } = loadSettings()
  const backupOptions = parseBackupEnv(process.env, resolve(dataDir, 'backups'))
  const token = hosted ? process.env.SANITY_WRITE_TOKEN : localAdminToken
  const target = { env, token, lostDatabaseUrl: process.env.LOST_DATABASE_URL || undefined }
  const storedBackup = findBackup(backupOptions.folder, name)
  const verified = await runStep('Verifying the backup', () =>
    verifyBackup(storedBackup, backupOptions, target.lostDatabaseUrl),
  )
  await requireEmptyTarget(target, parts)
  if (parts.includes('database')) {
    const { entries, rows } = await runStep('Restoring the database', () =>
      restoreRows(target, verified, backupOptions),
    )
    console.log(`  Replayed ${entries} deletions made after the backup: ${rows} rows.`)
    const deletionsEnd = target.lostDatabaseUrl
      ? 'the outage, from the lost database'
      : verified.deletionsUntil?.toISOString()
    console.log(
      `  Deletions are complete up to: ${deletionsEnd ?? 'the time of the backup; none were exported since'}.`,
    )
  }
  if (parts.includes('content'))
    await runStep('Restoring the content', () => restoreContent(target, verified, backupOptions))
  console.log(`✓ Restored ${storedBackup.name}. Continue with "After a restore" in docs/operate/backup.md.`)
})
