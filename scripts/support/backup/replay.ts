import type { Sql } from 'postgres'
import { deleteOrganizationData } from '../../../lib/dashboard/organizations/data.ts'
import { deleteMembership, deleteOrganization, deletePerson } from '../../../lib/dashboard/organizations/repository.ts'
import { type Database, openDatabase } from '../../../lib/platform/db/client.ts'
import { runInOrganization } from '../../../lib/platform/db/organization.ts'
import type { DeletionEntry } from './deletion-log.ts'
import { withConnection } from './database.ts'

export type ReplayResult = { entries: number; rows: number }

/**
 * Tables with one row per organization, which is deleted only with all its data. A replay repeats the whole erasure.
 */
const ORGANIZATION_TABLES = new Set(['organization_settings', 'line_requests', 'trials'])

/**
 * How long before a backup to start replaying deletions, because the backup may lack those of open transactions. Longer
 * than any transaction.
 */
export const REPLAY_WINDOW_MS = 24 * 3_600_000

type Replay = {
  sql: Sql
  db: Database
  columns: Map<string, Set<string>>
  erasedIds: Set<string>
}

async function queryColumns(sql: Sql): Promise<Replay['columns']> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
}

async function hasOrganization(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select from organizations where id = ${id}`).length > 0
}

/** Deletes an organization, user or membership. The ID's prefix determines the type. */
async function deleteClerkId({ db }: Replay, id: string): Promise<number> {
  if (id.startsWith('org_')) await deleteOrganization(db, id)
  else if (id.startsWith('user_')) await deletePerson(db, id)
  else await deleteMembership(db, id)
  return 1
}

async function eraseOrganization({ sql, db, erasedIds }: Replay, id: string): Promise<number> {
  if (erasedIds.has(id) || !(await hasOrganization(sql, id))) return 0
  erasedIds.add(id)
  return deleteOrganizationData((work) => runInOrganization(db, id, work), { kind: 'site' })
}

/** Returns the SQL condition for the rows of a deletion. An ID in another format matches no row. */
function buildRowCondition({ sql, columns }: Replay, { table, company, ids }: DeletionEntry) {
  const key = columns.get(table)?.has('id') ? 'id' : 'organization_id'
  const organizationFilter = company === null ? sql`` : sql`and organization_id = ${company}`
  return sql`${sql(key)}::text = any(${ids}) ${organizationFilter}`
}

async function deleteRows(replay: Replay, entry: DeletionEntry): Promise<number> {
  const { table, ids } = entry
  const sumForIds = async (deleteId: (replay: Replay, id: string) => Promise<number>) => {
    let rows = 0
    for (const id of ids) rows += await deleteId(replay, id)
    return rows
  }
  if (table === 'organizations' || table === 'deleted_clerk_ids') return sumForIds(deleteClerkId)
  if (ORGANIZATION_TABLES.has(table)) return sumForIds(eraseOrganization)
  const { sql } = replay
  return (await sql`delete from ${sql(table)} where ${buildRowCondition(replay, entry)}`).count
}

async function clearColumns(replay: Replay, entry: DeletionEntry): Promise<number> {
  const { sql, columns } = replay
  const { table, details } = entry
  const columnsToClear = Object.keys(details ?? {}).filter((column) => columns.get(table)?.has(column))
  if (columnsToClear.length === 0) return 0
  const set = sql`(${sql(columnsToClear)}) = (select ${sql(columnsToClear)} from jsonb_populate_record(null::${sql(table)}, ${sql.json(details as never)}))`
  return (await sql`update ${sql(table)} set ${set} where ${buildRowCondition(replay, entry)}`).count
}

async function deleteAtVendor({ sql }: Replay, { id, company, ids, details }: DeletionEntry): Promise<number> {
  const agentId = details?.agentId
  if (company === null || typeof agentId !== 'string') return 0
  const owner = (await hasOrganization(sql, company)) ? company : null
  await sql`insert into jobs (organization_id, kind, once_key, details, due_at)
    values (${owner}, 'vendor-deletion', ${`replayed:${id}`}, ${sql.json({ company, agentId, conversations: ids })}, now())
    on conflict do nothing`
  return 0
}

/** Records the deletion in the restored database, so that its next backups include it. */
async function recordDeletion(sql: Sql, { id, at, kind, table, company, ids, details }: DeletionEntry): Promise<void> {
  await sql`insert into deletions (id, at, kind, table_name, company, ids, details)
    values (${id}, ${at}, ${kind}, ${table}, ${company}, ${ids}, ${details && sql.json(details as never)})
    on conflict do nothing`
}

const REPLAYS = { rows: deleteRows, emptied: clearColumns, vendor: deleteAtVendor }

/**
 * Repeats deletions that happened after the backup. Idempotent.
 * @param entries in any order; entries already in the backup are skipped
 */
export async function replayDeletions(url: string, entries: DeletionEntry[], takenAt: Date): Promise<ReplayResult> {
  const { db, close } = await openDatabase(url)
  const replayAll = async (sql: Sql) => {
    const replay: Replay = { sql, db, columns: await queryColumns(sql), erasedIds: new Set() }
    const knownIds = new Set((await sql<{ id: string }[]>`select id from deletions`).map(({ id }) => id))
    const since = takenAt.getTime() - REPLAY_WINDOW_MS
    const isNew = ({ id, at, table }: DeletionEntry) =>
      !knownIds.has(id) && Date.parse(at) >= since && replay.columns.has(table)
    const unique = new Map(entries.filter(isNew).map((entry) => [entry.id, entry]))
    const missing = [...unique.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    let rows = 0
    for (const entry of missing) {
      rows += await REPLAYS[entry.kind](replay, entry)
      await recordDeletion(sql, entry)
    }
    return { entries: missing.length, rows }
  }
  try {
    return await withConnection(url, replayAll)
  } finally {
    await close()
  }
}

/**
 * Updates the restored sync state, which is outdated: agent configs and retention are synced again, and pending alert
 * jobs are canceled.
 * @param backupName name of the backup
 */
export const resetSyncState = (url: string, backupName: string): Promise<void> =>
  withConnection(url, async (sql) => {
    await sql`update assistant_handovers set fingerprint = null`
    await sql`insert into jobs (organization_id, kind, once_key, due_at)
      select organization_id, 'assistant-handover', ${`restored:${backupName}`}, now() from organization_settings
      where voice_agent_id is not null on conflict do nothing`
    await sql`update jobs set done_at = now(), last_error = 'RESTORED'
      where kind in ('alert-round', 'alert-mail', 'alert-push') and done_at is null`
  })
