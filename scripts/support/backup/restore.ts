import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../lib/platform/db/client.ts'
import type { Env } from '../../../lib/platform/env/env.ts'
import { UserError } from '../progress.ts'
import { createContentClient, importContent, requireEmptyDataset } from './content.ts'
import { CONTENT_FILE, DATABASE_FILE } from './create.ts'
import { readMigrations, requireEmptyDatabase, restoreDatabase, withConnection } from './database.ts'
import { type DeletionEntry, queryDeletions, readExportTime, readDeletions } from './deletion-log.ts'
import type { BackupEnv } from './environment.ts'
import { readStoredFile, getStoredName, verifyStoredFile } from './files.ts'
import { listBackups, type StoredBackup } from './folder.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { REPLAY_WINDOW_MS, type ReplayResult, replayDeletions, resetSyncState } from './replay.ts'

export type RestoreTarget = {
  env: Env
  /** Write token of the dataset. Undefined if only the database is restored. */
  token: string | undefined
  /** URL of the lost database, if it still responds. Its latest deletions are read from it. */
  lostDatabaseUrl: string | undefined
}

export type Part = 'database' | 'content'

export type VerifiedBackup = {
  backup: StoredBackup
  manifest: Manifest
  deletions: DeletionEntry[]
  /** Time until which deletions are exported. Undefined if they never were. */
  deletionsUntil: Date | undefined
}

export function findBackup(folder: string, name: string): StoredBackup {
  const backups = listBackups(folder)
  const match = name === 'latest' ? backups.at(-1) : backups.find((backup) => backup.name === name)
  if (match) return match
  const list = backups.map((backup) => `  ${backup.name}`).join('\n')
  throw new UserError(
    list ? `No backup named ${name} in ${folder}. Available backups:\n${list}` : `No backup in ${folder}.`,
  )
}

const getFilePath = (
  { backup, manifest }: Pick<VerifiedBackup, 'backup' | 'manifest'>,
  file: string,
  key: Buffer | undefined,
) => join(backup.path, getStoredName(file, manifest.keyId ? key : undefined))

const readLostDeletions = (url: string, since: Date): Promise<DeletionEntry[]> =>
  withConnection(url, (sql) => queryDeletions(sql, since)).catch((cause: unknown) => {
    throw new UserError(
      'The database in LOST_DATABASE_URL is not responding. Start it temporarily, or unset the variable. If you unset it, data deleted after the last export of deletions reappears.',
      { cause },
    )
  })

/**
 * Verifies a backup before it is restored.
 * @throws {UserError} if it is incomplete, of a newer version, or encrypted with another key
 */
export async function verifyBackup(
  backup: StoredBackup,
  { folder, key }: BackupEnv,
  lostDatabaseUrl: string | undefined,
): Promise<VerifiedBackup> {
  const manifest = readManifest(backup, key)
  const latestMigration = readMigrations().at(-1)
  if (!latestMigration || manifest.lastMigration.when > latestMigration.when) {
    throw new UserError(
      `The backup was created by a newer version of the site (its last migration is ${manifest.lastMigration.tag}; this version’s is ${latestMigration?.tag}). Check out that version and restore with it.`,
    )
  }
  for (const file of manifest.files) await verifyStoredFile(join(backup.path, file.name), file, key)
  const since = new Date(Date.parse(manifest.takenAt) - REPLAY_WINDOW_MS)
  const exportedEntries = await readDeletions(folder, key, since)
  const lostEntries = lostDatabaseUrl ? await readLostDeletions(lostDatabaseUrl, since) : []
  return { backup, manifest, deletions: [...exportedEntries, ...lostEntries], deletionsUntil: readExportTime(folder) }
}

export async function requireEmptyTarget({ env, token }: RestoreTarget, parts: Part[]): Promise<void> {
  if (parts.includes('database')) await requireEmptyDatabase(env.databaseUrl)
  if (parts.includes('content')) await requireEmptyDataset(createContentClient(env, requireToken(token)))
}

function requireToken(token: string | undefined): string {
  if (token) return token
  throw new UserError('Set SANITY_WRITE_TOKEN to a token with the Editor role (API > Tokens at sanity.io/manage).')
}

export async function restoreRows(
  { env: { databaseUrl } }: RestoreTarget,
  verified: VerifiedBackup,
  { key }: BackupEnv,
): Promise<ReplayResult> {
  const { manifest, deletions, backup } = verified
  await restoreDatabase(
    databaseUrl,
    () => readStoredFile(getFilePath(verified, DATABASE_FILE, key), key),
    manifest.tables,
  )
  const { close } = await openDatabase(databaseUrl)
  await close()
  const result = await replayDeletions(databaseUrl, deletions, new Date(manifest.takenAt))
  await resetSyncState(databaseUrl, backup.name)
  return result
}

export async function restoreContent(
  { env, token }: RestoreTarget,
  verified: VerifiedBackup,
  { key }: BackupEnv,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'restore-content-'))
  try {
    const from = readStoredFile(getFilePath(verified, CONTENT_FILE, key), key)
    await importContent(createContentClient(env, requireToken(token)), from, verified.manifest.content, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
