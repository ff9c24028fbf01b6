import { millisecondsInDay } from 'date-fns/constants'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { buildFiles } from './schema.ts'

/** Files stay stored this long after the last process of their build, for pages that are still open. */
export const BUILD_FILE_RETENTION_DAYS = 30

/** Number of files per statement. A file can have several hundred KB. */
const BATCH_SIZE = 20

export async function listBuildFilePaths(db: Database): Promise<Set<string>> {
  const rows = await db.select({ path: buildFiles.path }).from(buildFiles)
  return new Set(rows.map(({ path }) => path))
}

export async function readBuildFile(db: Database, path: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: buildFiles.bytes }).from(buildFiles).where(eq(buildFiles.path, path))
  return row?.bytes
}

/** Stores new files and updates the last-used time of existing ones. @param read returns the content of a file */
export async function storeBuildFiles(
  db: Database,
  paths: string[],
  read: (path: string) => Promise<Buffer>,
  now: Date,
): Promise<void> {
  const existingRows = await db
    .update(buildFiles)
    .set({ lastSeen: now })
    .where(inArray(buildFiles.path, paths))
    .returning({ path: buildFiles.path })
  const existingPaths = new Set(existingRows.map(({ path }) => path))
  // The paths are sorted so that two processes cannot deadlock.
  const missing = paths.filter((path) => !existingPaths.has(path)).toSorted()
  for (let offset = 0; offset < missing.length; offset += BATCH_SIZE) {
    const batch = missing.slice(offset, offset + BATCH_SIZE)
    const rows = await Promise.all(batch.map(async (path) => ({ path, bytes: await read(path), lastSeen: now })))
    await db
      .insert(buildFiles)
      .values(rows)
      .onConflictDoUpdate({ target: buildFiles.path, set: { lastSeen: sql`excluded.last_seen` } })
  }
}

export async function deleteOldBuildFiles(db: Database, now: Date): Promise<number> {
  const cutoff = new Date(now.getTime() - BUILD_FILE_RETENTION_DAYS * millisecondsInDay)
  const { count } = await db.delete(buildFiles).where(lt(buildFiles.lastSeen, cutoff))
  return count
}
