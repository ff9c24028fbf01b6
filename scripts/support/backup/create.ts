import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../../../lib/platform/env/env.ts'
import { root } from '../settings.ts'
import { contentClient, exportContent } from './content.ts'
import { dumpDatabase, withConnection } from './database.ts'
import { exportDeletions, pruneDeletions } from './deletion-log.ts'
import type { BackupEnv } from './environment.ts'
import { type StoredFile, writeStored } from './files.ts'
import { listBackups, nameOf, partialFolder, pruneBackups } from './folder.ts'
import { FORMAT, type Manifest, writeManifest } from './manifest.ts'
import { keyIdOf } from './seal.ts'

export const DATABASE_FILE = 'database.dump'
export const CONTENT_FILE = 'content.tar.gz'

const siteVersion = (): string =>
  (JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }).version

export type BackupSource = { env: Env; token: string }

/** Creates a backup. Until it is complete, it has a temporary name and no manifest. */
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
      format: FORMAT,
      ...dumped,
      versions: { site: siteVersion(), node: process.version, ...versions },
      content: { dataset: env.dataset, ...counts },
      files,
      keyId: key ? keyIdOf(key) : null,
    }
    writeManifest(partial, manifest, key)
    renameSync(partial, join(folder, name))
    return { name, manifest }
  } finally {
    if (existsSync(partial)) rmSync(partial, { recursive: true })
  }
}

export const backUpDeletions = ({ databaseUrl }: Env, { folder, key }: BackupEnv): Promise<number> =>
  withConnection(databaseUrl, (sql) => exportDeletions(sql, folder, key))

export async function prune(
  { databaseUrl }: Env,
  { folder, keepDays }: BackupEnv,
  now = new Date(),
): Promise<string[]> {
  const deleted = pruneBackups(folder, keepDays, now)
  const [oldest] = listBackups(folder)
  if (oldest) await withConnection(databaseUrl, (sql) => pruneDeletions(sql, folder, oldest.takenAt))
  return deleted
}
