import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../../../lib/platform/env/env.ts'
import { root } from '../settings.ts'
import { createContentClient, exportContent } from './content.ts'
import { dumpDatabase, withConnection } from './database.ts'
import { exportDeletions, pruneDeletions } from './deletion-log.ts'
import type { BackupEnv } from './environment.ts'
import { type StoredFile, writeStoredFile } from './files.ts'
import { listBackups, formatBackupName, createPartialFolder, pruneBackups } from './folder.ts'
import { MANIFEST_FORMAT, type Manifest, writeManifest } from './manifest.ts'
import { computeKeyId } from './encryption.ts'

export const DATABASE_FILE = 'database.dump'
export const CONTENT_FILE = 'content.tar.gz'

const readSiteVersion = (): string =>
  (JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }).version

export type BackupSource = { env: Env; token: string }

/** Creates a backup. Until it is complete, it has a temporary name and no manifest. */
export async function createBackup(
  { env, token }: BackupSource,
  { folder, key }: BackupEnv,
  now = new Date(),
): Promise<{ name: string; manifest: Manifest }> {
  const name = formatBackupName(now)
  const partialPath = createPartialFolder(folder, name)
  const files: StoredFile[] = []
  try {
    const database = await dumpDatabase(env.databaseUrl, async (dump) => {
      files.push(await writeStoredFile(join(partialPath, DATABASE_FILE), key, dump))
    })
    let counts = { documents: 0, assets: 0 }
    const content = await writeStoredFile(join(partialPath, CONTENT_FILE), key, async (to) => {
      counts = await exportContent(createContentClient(env, token), to, partialPath)
    })
    files.push(content)
    rmSync(join(partialPath, 'temporary'), { recursive: true, force: true })
    const { versions, ...databaseFields } = database
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      ...databaseFields,
      versions: { site: readSiteVersion(), node: process.version, ...versions },
      content: { dataset: env.dataset, ...counts },
      files,
      keyId: key ? computeKeyId(key) : null,
    }
    writeManifest(partialPath, manifest, key)
    renameSync(partialPath, join(folder, name))
    return { name, manifest }
  } finally {
    if (existsSync(partialPath)) rmSync(partialPath, { recursive: true })
  }
}

export const backUpDeletions = ({ databaseUrl }: Env, { folder, key }: BackupEnv): Promise<number> =>
  withConnection(databaseUrl, (sql) => exportDeletions(sql, folder, key))

export async function pruneExpiredBackups(
  { databaseUrl }: Env,
  { folder, keepDays }: BackupEnv,
  now = new Date(),
): Promise<string[]> {
  const deletedNames = pruneBackups(folder, keepDays, now)
  const [oldestBackup] = listBackups(folder)
  if (oldestBackup) await withConnection(databaseUrl, (sql) => pruneDeletions(sql, folder, oldestBackup.takenAt))
  return deletedNames
}
