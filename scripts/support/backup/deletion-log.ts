import { millisecondsInDay } from 'date-fns/constants'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { UserError } from '../progress.ts'
import { readStoredFile, getStoredName, writeStoredFile } from './files.ts'
import { formatBackupName, parseBackupTime } from './folder.ts'

/*
 * Deletions after a backup would be lost together with the database. They are therefore exported every few minutes to a
 * folder next to the backups.
 */

const entry = z.object({
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  kind: z.enum(['rows', 'emptied', 'vendor']),
  table: z.string(),
  company: z.string().nullable(),
  ids: z.array(z.string()),
  details: z.record(z.string(), z.unknown()).nullable(),
})

export type DeletionEntry = z.infer<typeof entry>

const DELETIONS_DIR = 'deletions'

/** File with the time until which deletions are exported, even if none occurred. */
const LATEST_FILE = 'latest.json'

const latestSchema = z.object({ until: z.iso.datetime() })

/** Maximum age of a transaction. A deletion has its transaction's start time but becomes visible only at its end. */
const MAX_TRANSACTION_MS = 3_600_000

const FILE_SUFFIX = '.ndjson'

const getLogFolder = (folder: string) => join(folder, DELETIONS_DIR)

type LogFile = { path: string; at: Date }

function listLogFiles(folder: string): LogFile[] {
  if (!existsSync(getLogFolder(folder))) return []
  return readdirSync(getLogFolder(folder)).flatMap((name) => {
    const time = parseBackupTime(name.slice(0, name.indexOf(FILE_SUFFIX)))
    return time ? [{ path: join(getLogFolder(folder), name), at: time }] : []
  })
}

/** Returns the time until which deletions are exported. Undefined if they never were. */
export function readExportTime(folder: string): Date | undefined {
  const file = join(getLogFolder(folder), LATEST_FILE)
  return existsSync(file) ? new Date(latestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).until) : undefined
}

async function readLogFile({ path }: LogFile, key: Buffer | undefined): Promise<DeletionEntry[]> {
  if (path.endsWith('.sealed') && !key)
    throw new UserError(`${path} is encrypted: set BACKUP_KEY to the key it was encrypted with.`)
  const lines = (await text(readStoredFile(path, key))).split('\n').filter(Boolean)
  return lines.map((line) => entry.parse(JSON.parse(line)))
}

export async function readDeletions(folder: string, key: Buffer | undefined, since: Date): Promise<DeletionEntry[]> {
  const entries: DeletionEntry[] = []
  for (const file of listLogFiles(folder)) if (file.at >= since) entries.push(...(await readLogFile(file, key)))
  return entries.filter(({ at }) => new Date(at) >= since)
}

export async function queryDeletions(sql: Sql, since = new Date(0)): Promise<DeletionEntry[]> {
  const rows = await sql<(Omit<DeletionEntry, 'at'> & { at: Date })[]>`
    select id, at, kind, table_name as table, company, ids, details from deletions
    where at >= ${since} order by at, id`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Exports new deletions. @returns their number */
export async function exportDeletions(sql: Sql, folder: string, key: Buffer | undefined): Promise<number> {
  const [clock] = await sql<{ now: Date; table: string | null }[]>`
    select clock_timestamp() as now, to_regclass('public.deletions')::text as table`
  if (!clock?.table) return 0
  mkdirSync(getLogFolder(folder), { recursive: true, mode: 0o700 })
  const exportedUntil = readExportTime(folder)
  const since = exportedUntil && new Date(exportedUntil.getTime() - MAX_TRANSACTION_MS)
  const knownIds = new Set((since ? await readDeletions(folder, key, since) : []).map(({ id }) => id))
  const newEntries = (await queryDeletions(sql, since)).filter(({ id }) => !knownIds.has(id))
  if (newEntries.length > 0) {
    const name = formatBackupName(clock.now) + FILE_SUFFIX
    const partialPath = join(getLogFolder(folder), `partial-${name}`)
    rmSync(getStoredName(partialPath, key), { force: true })
    await writeStoredFile(partialPath, key, async (to) => {
      for (const row of newEntries) to.write(`${JSON.stringify(row)}\n`)
    })
    renameSync(getStoredName(partialPath, key), getStoredName(join(getLogFolder(folder), name), key))
  }
  const file = join(getLogFolder(folder), LATEST_FILE)
  writeFileSync(`${file}.new`, JSON.stringify({ until: clock.now.toISOString() }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return newEntries.length
}

/** Deletes exported deletions that are older than every backup. @param oldest time of the oldest backup */
export async function pruneDeletions(sql: Sql, folder: string, oldest: Date): Promise<void> {
  // Keeps one more day, because the transaction of a deletion may have been open during the backup.
  const cutoff = new Date(oldest.getTime() - millisecondsInDay)
  for (const { path, at } of listLogFiles(folder)) if (at < cutoff) rmSync(path)
  const [relation] = await sql<{ table: string | null }[]>`select to_regclass('public.deletions')::text as table`
  if (relation?.table) await sql`delete from deletions where at < ${cutoff}`
}
