import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../lib/platform/db/client.ts'
import type { Env } from '../../../lib/platform/env/env.ts'
import { UserError } from '../progress.ts'
import { contentClient, importContent, requireEmptyDataset } from './content.ts'
import { CONTENT_FILE, DATABASE_FILE } from './create.ts'
import { knownMigrations, requireEmptyDatabase, restoreDatabase, withConnection } from './database.ts'
import { type DeletionEntry, deletionsIn, knownUntil, readDeletions } from './deletion-log.ts'
import type { BackupEnv } from './environment.ts'
import { readStored, storedName, verifyStored } from './files.ts'
import { listBackups, type StoredBackup } from './folder.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { MAY_BE_MISSING, type Replayed, replayDeletions, settleOutside } from './replay.ts'

export type RestoreTarget = {
  env: Env
  /** Write token of the dataset. Undefined if only the database is restored. */
  token: string | undefined
  /** URL of the lost database, if it still responds. Its last deletions are read from there. */
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
  const found = name === 'latest' ? backups.at(-1) : backups.find((backup) => backup.name === name)
  if (found) return found
  const list = backups.map((backup) => `  ${backup.name}`).join('\n')
  throw new UserError(
    list ? `No backup named ${name} in ${folder}. Available backups:\n${list}` : `No backup in ${folder}.`,
  )
}

const pathOf = (
  { backup, manifest }: Pick<VerifiedBackup, 'backup' | 'manifest'>,
  file: string,
  key: Buffer | undefined,
) => join(backup.path, storedName(file, manifest.keyId ? key : undefined))

const lostDeletions = (url: string, since: Date): Promise<DeletionEntry[]> =>
  withConnection(url, (sql) => deletionsIn(sql, since)).catch((cause: unknown) => {
    throw new UserError(
      'The database in LOST_DATABASE_URL is not responding. Start it temporarily, or unset the variable. Without it, data deleted after the last export of deletions comes back.',
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
  const known = knownMigrations().at(-1)
  if (!known || manifest.lastMigration.when > known.when) {
    throw new UserError(
      `The backup was made by a newer version of the site (its last migration is ${manifest.lastMigration.tag}; this version’s is ${known?.tag}). Check out that version and restore with it.`,
    )
  }
  for (const file of manifest.files) await verifyStored(join(backup.path, file.name), file, key)
  const since = new Date(Date.parse(manifest.takenAt) - MAY_BE_MISSING)
  const exported = await readDeletions(folder, key, since)
  const lost = lostDatabaseUrl ? await lostDeletions(lostDatabaseUrl, since) : []
  return { backup, manifest, deletions: [...exported, ...lost], deletionsUntil: knownUntil(folder) }
}

export async function requireEmptyTarget({ env, token }: RestoreTarget, parts: Part[]): Promise<void> {
  if (parts.includes('database')) await requireEmptyDatabase(env.databaseUrl)
  if (parts.includes('content')) await requireEmptyDataset(contentClient(env, requireToken(token)))
}

function requireToken(token: string | undefined): string {
  if (token) return token
  throw new UserError('Set SANITY_WRITE_TOKEN to a token with the Editor role (API > Tokens at sanity.io/manage).')
}

export async function restoreRows(
  { env: { databaseUrl } }: RestoreTarget,
  verified: VerifiedBackup,
  { key }: BackupEnv,
): Promise<Replayed> {
  const { manifest, deletions, backup } = verified
  await restoreDatabase(databaseUrl, () => readStored(pathOf(verified, DATABASE_FILE, key), key), manifest.tables)
  const { close } = await openDatabase(databaseUrl)
  await close()
  const replayed = await replayDeletions(databaseUrl, deletions, new Date(manifest.takenAt))
  await settleOutside(databaseUrl, backup.name)
  return replayed
}

export async function restoreContent(
  { env, token }: RestoreTarget,
  verified: VerifiedBackup,
  { key }: BackupEnv,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'restore-content-'))
  try {
    const from = readStored(pathOf(verified, CONTENT_FILE, key), key)
    await importContent(contentClient(env, requireToken(token)), from, verified.manifest.content, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
