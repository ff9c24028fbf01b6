import type { Sql } from 'postgres'
import { deleteOrganizationData } from '../../../lib/auth/organizations/data.ts'
import { deleteMembership, deleteOrganization, deletePerson } from '../../../lib/auth/organizations/store.ts'
import { type Database, openDatabase } from '../../../lib/db/client.ts'
import { inOrganization } from '../../../lib/db/organization.ts'
import type { DeletionEntry } from './deletion-log.ts'
import { ownConnection } from './database.ts'

/** How many entries were replayed, and how many rows of the backup they were about. */
export type Replayed = { entries: number; rows: number }

/** One row for each organization, which goes only when all data of it is deleted: then that is done again, as a whole. */
const GOES_WITH_ALL = new Set(['organization_settings', 'line_requests', 'trials'])

/** Milliseconds before a backup was taken from which on deletions may be missing in it: longer than any transaction. */
export const MAY_BE_MISSING = 24 * 3_600_000

type Replay = {
  sql: Sql
  db: Database
  /** Columns by table. */
  columns: Map<string, Set<string>>
  /** Organizations whose data has been deleted again. */
  erased: Set<string>
}

async function columnsOf(sql: Sql): Promise<Replay['columns']> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
}

async function hasOrganization(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select from organizations where id = ${id}`).length > 0
}

/** Deletes what Clerk has deleted. Whose id it is, the rows that have it say. */
async function deleteClerkId({ db }: Replay, id: string): Promise<number> {
  await deleteMembership(db, id)
  await deletePerson(db, id)
  await deleteOrganization(db, id)
  return 1
}

async function eraseOrganization({ sql, db, erased }: Replay, id: string): Promise<number> {
  if (erased.has(id) || !(await hasOrganization(sql, id))) return 0
  erased.add(id)
  return deleteOrganizationData((work) => inOrganization(db, id, work), { kind: 'site' })
}

/** The rows of an entry. An id of another form than the table's is none of its rows. */
function rowsOf({ sql, columns }: Replay, { table, company, ids }: DeletionEntry) {
  const key = columns.get(table)?.has('id') ? 'id' : 'organization_id'
  const own = company === null ? sql`` : sql`and organization_id = ${company}`
  return sql`${sql(key)}::text = any(${ids}) ${own}`
}

async function deleteRows(replay: Replay, entry: DeletionEntry): Promise<number> {
  const { table, ids } = entry
  const each = async (work: (replay: Replay, id: string) => Promise<number>) => {
    let rows = 0
    for (const id of ids) rows += await work(replay, id)
    return rows
  }
  if (table === 'organizations' || table === 'deleted_clerk_ids') return each(deleteClerkId)
  if (GOES_WITH_ALL.has(table)) return each(eraseOrganization)
  const { sql } = replay
  return (await sql`delete from ${sql(table)} where ${rowsOf(replay, entry)}`).count
}

async function emptyRow(replay: Replay, entry: DeletionEntry): Promise<number> {
  const { sql, columns } = replay
  const { table, details } = entry
  const emptied = Object.keys(details ?? {}).filter((column) => columns.get(table)?.has(column))
  if (emptied.length === 0) return 0
  const set = sql`(${sql(emptied)}) = (select ${sql(emptied)} from jsonb_populate_record(null::${sql(table)}, ${sql.json(details as never)}))`
  return (await sql`update ${sql(table)} set ${set} where ${rowsOf(replay, entry)}`).count
}

/** Has the voice vendor delete conversations, whether it has done so already or not. */
async function deleteAtVendor({ sql }: Replay, { id, company, ids, details }: DeletionEntry): Promise<number> {
  const agentId = details?.agentId
  if (company === null || typeof agentId !== 'string') return 0
  if (await hasOrganization(sql, company)) {
    await sql`insert into outgoing (organization_id, kind, once_key, details, due_at)
      values (${company}, 'vendor-deletion', ${`replayed:${id}`}, ${sql.json({ agentId, conversations: ids })}, now())
      on conflict do nothing`
  } else {
    await sql`insert into vendor_deletions (company, agent_id, conversations) values (${company}, ${agentId}, ${ids})`
  }
  return 0
}

/** Also noted in the restored database, so that they are in its next backups. */
async function note(sql: Sql, { id, at, kind, table, company, ids, details }: DeletionEntry): Promise<void> {
  await sql`insert into deletions (id, at, kind, table_name, company, ids, details)
    values (${id}, ${at}, ${kind}, ${table}, ${company}, ${ids}, ${details && sql.json(details as never)})
    on conflict do nothing`
}

const REPLAYS = { rows: deleteRows, emptied: emptyRow, vendor: deleteAtVendor }

/**
 * Deletes in a restored database what was deleted after its backup was taken. Harmless to repeat: an entry that has been replayed
 * is in the database.
 * @param entries any, in any order; what the backup has already is left out
 */
export async function replayDeletions(url: string, entries: DeletionEntry[], takenAt: Date): Promise<Replayed> {
  const sql = ownConnection(url)
  const { db, close } = await openDatabase(url)
  try {
    const replay: Replay = { sql, db, columns: await columnsOf(sql), erased: new Set() }
    const known = new Set((await sql<{ id: string }[]>`select id from deletions`).map(({ id }) => id))
    const since = takenAt.getTime() - MAY_BE_MISSING
    const isNew = ({ id, at, table }: DeletionEntry) =>
      !known.has(id) && Date.parse(at) >= since && replay.columns.has(table)
    const unique = new Map(entries.filter(isNew).map((entry) => [entry.id, entry]))
    const missing = [...unique.values()].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    let rows = 0
    for (const entry of missing) {
      rows += await REPLAYS[entry.kind](replay, entry)
      await note(sql, entry)
    }
    return { entries: missing.length, rows }
  } finally {
    await close()
    await sql.end({ timeout: 1 })
  }
}

/**
 * What a restored database says about the world outside is as old as its backup: the voice vendor is told anew what each
 * assistant says and how long it keeps calls, and nobody is woken for calls from before the backup.
 * @param backup its name
 */
export async function settleOutside(url: string, backup: string): Promise<void> {
  const sql = ownConnection(url)
  try {
    await sql`update assistant_handovers set fingerprint = null`
    await sql`insert into outgoing (organization_id, kind, once_key, due_at)
      select organization_id, 'assistant-handover', ${`restored:${backup}`}, now() from organization_settings
      where voice_agent_id is not null on conflict do nothing`
    await sql`update outgoing set done_at = now(), last_error = 'RESTORED'
      where kind in ('alert-round', 'alert-mail', 'alert-push') and done_at is null`
  } finally {
    await sql.end({ timeout: 1 })
  }
}
