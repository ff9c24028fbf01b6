import { millisecondsInDay } from 'date-fns/constants'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { buildFiles } from './schema.ts'

/** Days that files remain stored after the last process of their build, for pages that are still open. */
export const BUILD_FILE_DAYS = 30

/** Number of files per statement. A file can have several hundred KB. */
const BATCH = 20

export async function buildFilePaths(db: Database): Promise<Set<string>> {
  const rows = await db.select({ path: buildFiles.path }).from(buildFiles)
  return new Set(rows.map(({ path }) => path))
}

export async function buildFileBytes(db: Database, path: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: buildFiles.bytes }).from(buildFiles).where(eq(buildFiles.path, path))
  return row?.bytes
}

/** Stores new files and marks existing ones as in use. @param read returns the content of a file */
export async function keepBuildFiles(
  db: Database,
  paths: string[],
  read: (path: string) => Promise<Buffer>,
  now: Date,
): Promise<void> {
  const seen = await db
    .update(buildFiles)
    .set({ lastSeen: now })
    .where(inArray(buildFiles.path, paths))
    .returning({ path: buildFiles.path })
  const known = new Set(seen.map(({ path }) => path))
  // The paths are sorted so that two processes cannot deadlock.
  const missing = paths.filter((path) => !known.has(path)).toSorted()
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH)
    const rows = await Promise.all(batch.map(async (path) => ({ path, bytes: await read(path), lastSeen: now })))
    await db
      .insert(buildFiles)
      .values(rows)
      .onConflictDoUpdate({ target: buildFiles.path, set: { lastSeen: sql`excluded.last_seen` } })
  }
}

export async function deleteOldBuildFiles(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - BUILD_FILE_DAYS * millisecondsInDay)
  const { count } = await db.delete(buildFiles).where(lt(buildFiles.lastSeen, since))
  return count
}
