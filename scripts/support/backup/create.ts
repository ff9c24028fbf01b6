import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../../../lib/env.ts'
import { root } from '../settings.ts'
import { contentClient, exportContent } from './content.ts'
import { dumpDatabase, ownConnection } from './database.ts'
import { exportDeletions, pruneDeletions } from './deletion-log.ts'
import type { BackupEnv } from './environment.ts'
import { type StoredFile, writeStored } from './files.ts'
import { listBackups, nameOf, partialFolder, pruneBackups } from './folder.ts'
import { keyIdIn, MANIFEST_FORMAT, type Manifest, writeManifest } from './manifest.ts'

export const DATABASE_FILE = 'database.dump'
export const CONTENT_FILE = 'content.tar.gz'

const siteVersion = (): string =>
  (JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }).version

/** What goes into a backup: the database and the content of the environment. @param token reads all content */
export type BackupSource = { env: Env; token: string }

/**
 * Takes a backup. Until it is whole it has another name, and no manifest.
 * @returns its name and manifest
 */
export async function createBackup(
  { env, token }: BackupSource,
  { folder, key }: BackupEnv,
  now = new Date(),
): Promise<{ name: string; manifest: Manifest }> {
  const name = nameOf(now)
  const partial = partialFolder(folder, name)
  const files: StoredFile[] = []
  try {
    const database = await dumpDatabase(env.databaseUrl, async (dump) => {
      files.push(await writeStored(join(partial, DATABASE_FILE), key, dump))
    })
    let counts = { documents: 0, assets: 0 }
    const content = await writeStored(join(partial, CONTENT_FILE), key, async (to) => {
      counts = await exportContent(contentClient(env, token), to, partial)
    })
    files.push(content)
    rmSync(join(partial, 'temporary'), { recursive: true, force: true })
    const { versions, ...dumped } = database
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      ...dumped,
      versions: { site: siteVersion(), node: process.version, ...versions },
      content: { dataset: env.dataset, ...counts },
      files,
      keyId: keyIdIn(key),
    }
    writeManifest(partial, manifest, key)
    renameSync(partial, join(folder, name))
    return { name, manifest }
  } finally {
    if (existsSync(partial)) rmSync(partial, { recursive: true })
  }
}

/** Exports what was deleted since the last time. @returns how many entries were new */
export async function backUpDeletions({ databaseUrl }: Env, { folder, key }: BackupEnv): Promise<number> {
  const sql = ownConnection(databaseUrl)
  try {
    return await exportDeletions(sql, folder, key)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Deletes what has been kept long enough. @returns names of the deleted backups */
export async function prune(
  { databaseUrl }: Env,
  { folder, keepDays }: BackupEnv,
  now = new Date(),
): Promise<string[]> {
  const deleted = pruneBackups(folder, keepDays, now)
  const [oldest] = listBackups(folder)
  if (!oldest) return deleted
  const sql = ownConnection(databaseUrl)
  try {
    await pruneDeletions(sql, folder, oldest.takenAt)
    return deleted
  } finally {
    await sql.end({ timeout: 1 })
  }
}
