import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { buildFiles } from '../db/schema/index.ts'

/** Days that a file is kept after the last process that had it: for people who still have a page of that build open. */
export const BUILD_FILE_DAYS = 30

const DAY_MS = 24 * 60 * 60_000

/** Files of one statement: they are up to some hundred KB. */
const BATCH = 20

/** Paths of all files that any process has stored. */
export async function buildFilePaths(db: Database): Promise<Set<string>> {
  const rows = await db.select({ path: buildFiles.path }).from(buildFiles)
  return new Set(rows.map(({ path }) => path))
}

/** The content of a file that some process has stored. */
export async function buildFileBytes(db: Database, path: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: buildFiles.bytes }).from(buildFiles).where(eq(buildFiles.path, path))
  return row?.bytes
}

/**
 * Says that a process has files: stores those that no process has stored, and notes of the others that they are still in use.
 * @param read the content of a file
 */
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
  // In one order everywhere, so that two processes cannot wait for each other's rows.
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

/** Deletes the files of builds that no process has had for long enough. @returns how many */
export async function deleteOldBuildFiles(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - BUILD_FILE_DAYS * DAY_MS)
  const deleted = await db.delete(buildFiles).where(lt(buildFiles.lastSeen, since)).returning({ path: buildFiles.path })
  return deleted.length
}
