import { millisecondsInDay } from 'date-fns/constants'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { UserError } from '../progress.ts'
import { readStored, storedName, writeStored } from './files.ts'
import { nameOf, timeOf } from './folder.ts'

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

const FOLDER = 'deletions'

/** File with the time until which deletions are exported, even if there were none. */
const LATEST = 'latest.json'

const latest = z.object({ until: z.iso.datetime() })

/** Maximum age of a transaction in milliseconds. A deletion has its start time and becomes visible at its end. */
const LATE = 3_600_000

const ROW = '.ndjson'

const logFolder = (folder: string) => join(folder, FOLDER)

type LogFile = { path: string; at: Date }

function filesOf(folder: string): LogFile[] {
  if (!existsSync(logFolder(folder))) return []
  return readdirSync(logFolder(folder)).flatMap((name) => {
    const at = timeOf(name.slice(0, name.indexOf(ROW)))
    return at ? [{ path: join(logFolder(folder), name), at }] : []
  })
}

/** Returns the time until which deletions are exported. Undefined if they never were. */
export function knownUntil(folder: string): Date | undefined {
  const file = join(logFolder(folder), LATEST)
  return existsSync(file) ? new Date(latest.parse(JSON.parse(readFileSync(file, 'utf8'))).until) : undefined
}

async function readFile({ path }: LogFile, key: Buffer | undefined): Promise<DeletionEntry[]> {
  if (path.endsWith('.sealed') && !key)
    throw new UserError(`${path} is encrypted: set BACKUP_KEY to the key it was encrypted with.`)
  const lines = (await text(readStored(path, key))).split('\n').filter(Boolean)
  return lines.map((line) => entry.parse(JSON.parse(line)))
}

export async function readDeletions(folder: string, key: Buffer | undefined, since: Date): Promise<DeletionEntry[]> {
  const found: DeletionEntry[] = []
  for (const file of filesOf(folder)) if (file.at >= since) found.push(...(await readFile(file, key)))
  return found.filter(({ at }) => new Date(at) >= since)
}

export async function deletionsIn(sql: Sql, since = new Date(0)): Promise<DeletionEntry[]> {
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
  mkdirSync(logFolder(folder), { recursive: true, mode: 0o700 })
  const until = knownUntil(folder)
  const since = until && new Date(until.getTime() - LATE)
  const known = new Set((since ? await readDeletions(folder, key, since) : []).map(({ id }) => id))
  const added = (await deletionsIn(sql, since)).filter(({ id }) => !known.has(id))
  if (added.length > 0) {
    const name = nameOf(clock.now) + ROW
    const partial = join(logFolder(folder), `partial-${name}`)
    rmSync(storedName(partial, key), { force: true })
    await writeStored(partial, key, async (to) => {
      for (const row of added) to.write(`${JSON.stringify(row)}\n`)
    })
    renameSync(storedName(partial, key), storedName(join(logFolder(folder), name), key))
  }
  const file = join(logFolder(folder), LATEST)
  writeFileSync(`${file}.new`, JSON.stringify({ until: clock.now.toISOString() }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return added.length
}

/** Deletes exported deletions that are older than every backup. @param oldest time of the oldest backup */
export async function pruneDeletions(sql: Sql, folder: string, oldest: Date): Promise<void> {
  // Keeps one more day, because the transaction of a deletion may have been open during the backup.
  const before = new Date(oldest.getTime() - millisecondsInDay)
  for (const { path, at } of filesOf(folder)) if (at < before) rmSync(path)
  const [found] = await sql<{ table: string | null }[]>`select to_regclass('public.deletions')::text as table`
  if (found?.table) await sql`delete from deletions where at < ${before}`
}
