import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CallerUndo, RowUndo } from '../model/import.ts'
import { appointments } from '../schema/appointments.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { importRows, type imports } from '../schema/imports.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { matchesRows } from './repository.ts'

/** Records per transaction. */
const BATCH_SIZE = 250

const asRows = (list: readonly object[]): SQL => sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)`

/** What the import did to a record, over all of its rows. */
type RecordUndo = {
  id: string
  version: number
  isCreated: boolean
  /** Values before the first row. */
  values: Record<string, unknown>
  phones: string[]
  callers: CallerUndo[]
}

function mergeRows(rows: readonly { recordId: string | null; recordVersion: number | null; before: RowUndo | null }[]) {
  const records = new Map<string, RecordUndo>()
  for (const { recordId, recordVersion, before } of rows) {
    if (!recordId || !before) continue
    const earlier = records.get(recordId)
    records.set(recordId, {
      id: recordId,
      version: recordVersion ?? 0,
      isCreated: Boolean(earlier?.isCreated) || before.values === null,
      values: { ...before.values, ...earlier?.values },
      phones: [...(earlier?.phones ?? []), ...(before.phones ?? [])],
      callers: [...(earlier?.callers ?? []), ...(before.callers ?? [])],
    })
  }
  return [...records.values()]
}

const matchesVersions = (table: typeof leads | typeof callers, records: readonly RecordUndo[]): SQL =>
  sql`(${table.id}, ${table.version}) in (
    select id, version from ${asRows(records.map(({ id, version }) => ({ id, version })))} as record(id uuid, version integer))`

/** Matches leads to which users added notes or visits. These do not change the version. */
function isLeadInUse({ db, organizationId }: OrganizationTransaction): SQL | undefined {
  const one = { one: sql`1` }
  const notes = db
    .select(one)
    .from(leadNotes)
    .where(
      and(
        eq(leadNotes.organizationId, organizationId),
        eq(leadNotes.leadId, leads.id),
        // Leads store milliseconds, and notes store microseconds.
        gt(leadNotes.createdAt, sql`${leads.updatedAt} + interval '1 millisecond'`),
      ),
    )
  const visits = db
    .select(one)
    .from(appointments)
    .where(and(eq(appointments.organizationId, organizationId), eq(appointments.leadId, leads.id)))
  return or(exists(notes), exists(visits))
}

/**
 * Returns the callers that have no calls, leads and visits. Leads have no index by phone number, so one query reads the
 * numbers of all callers.
 */
async function findUnusedCallers({ db, organizationId }: OrganizationTransaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const numbers = await db
    .select({ id: callerNumbers.callerId, phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.callerId, ids)))
  const phones = numbers.map(({ phone }) => phone)
  const usedPhones = new Set<string | null>()
  for (const table of [calls, leads, appointments]) {
    const phone = 'callerPhone' in table ? table.callerPhone : table.phone
    const rows = await db
      .selectDistinct({ phone })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), inArray(phone, phones)))
    for (const row of rows) usedPhones.add(row.phone)
  }
  const usedIds = new Set(numbers.filter(({ phone }) => usedPhones.has(phone)).map(({ id }) => id))
  return ids.filter((id) => !usedIds.has(id))
}

/** Removes the callers that leads brought along, and takes back their marks and names, unless users edited them. */
async function undoCallers(tx: OrganizationTransaction, entries: readonly CallerUndo[]): Promise<void> {
  if (entries.length === 0) return
  const { db, organizationId } = tx
  const isOfOrganization = eq(callers.organizationId, organizationId)
  const marked = entries.filter(({ wasMarked, isNew }) => wasMarked && !isNew)
  await db.execute(sql`update callers set do_not_call = false, version = callers.version + 1, updated_at = now()
    from ${asRows(marked)} as entry(id uuid, version integer)
    where callers.organization_id = ${organizationId} and callers.id = entry.id and callers.version = entry.version`)
  const renamed = entries.flatMap(({ id, name }) => (name ? [{ id, ...name }] : []))
  await db.execute(sql`update callers set name = entry.before, updated_at = now()
    from ${asRows(renamed)} as entry(id uuid, before text, after text)
    where callers.organization_id = ${organizationId} and callers.id = entry.id
      and callers.name = entry.after and not callers.name_typed`)
  const created = entries.filter(({ isNew }) => isNew)
  const unusedIds = await findUnusedCallers(
    tx,
    created.map(({ id }) => id),
  )
  await db
    .delete(callers)
    .where(
      and(
        isOfOrganization,
        sql`(${callers.id}, ${callers.version}) in (select id, version from ${asRows(created)} as entry(id uuid, version integer))`,
        inArray(callers.id, unusedIds),
        eq(callers.nameTyped, false),
      ),
    )
}

/** Restores the previous values of records that were not edited since. */
async function restoreValues(
  { db, organizationId }: OrganizationTransaction,
  table: typeof leads | typeof callers,
  records: readonly RecordUndo[],
): Promise<{ id: string }[]> {
  const fields = [...new Set(records.flatMap(({ values }) => Object.keys(values)))]
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const assignments = fields.flatMap((field) => {
    const column = columns[field]
    if (!column) return []
    const value = sql`(entry."values" ->> ${field}::text)::${sql.raw(column.getSQLType())}`
    return [
      sql`${sql.identifier(column.name)} = case when jsonb_exists(entry."values", ${field}::text) then ${value} else ${column} end`,
    ]
  })
  return db.execute<{ id: string }>(sql`
    update ${table} set ${sql.join([...assignments, sql`version = ${table.version} + 1`, sql`updated_at = now()`], sql`, `)}
    from ${asRows(records.map(({ id, version, values }) => ({ id, version, values })))}
      as entry(id uuid, version integer, "values" jsonb)
    where ${table.organizationId} = ${organizationId} and ${table.id} = entry.id and ${table.version} = entry.version
    returning ${table.id}`)
}

async function undoLeads(tx: OrganizationTransaction, records: readonly RecordUndo[]): Promise<number> {
  const created = records.filter(({ isCreated }) => isCreated)
  const deleted = await tx.db
    .delete(leads)
    .where(
      and(eq(leads.organizationId, tx.organizationId), matchesVersions(leads, created), not(isLeadInUse(tx) as SQL)),
    )
    .returning({ id: leads.id })
  const restored = await restoreValues(
    tx,
    leads,
    records.filter(({ isCreated }) => !isCreated),
  )
  return deleted.length + restored.length
}

/** Removes the added phone numbers of restored callers. A number that has called since stays. */
async function removePhones({ db, organizationId }: OrganizationTransaction, records: readonly RecordUndo[]) {
  const numbers = records.flatMap(({ id, phones }) => phones.map((phone) => ({ id, phone })))
  if (numbers.length === 0) return
  await db.delete(callerNumbers).where(
    and(
      eq(callerNumbers.organizationId, organizationId),
      sql`(${callerNumbers.callerId}, ${callerNumbers.phone}) in (select id, phone from ${asRows(numbers)} as entry(id uuid, phone text))`,
      notExists(
        db
          .select({ one: sql`1` })
          .from(calls)
          .where(and(eq(calls.organizationId, organizationId), eq(calls.callerPhone, callerNumbers.phone))),
      ),
    ),
  )
}

async function undoImportedCallers(tx: OrganizationTransaction, records: readonly RecordUndo[]): Promise<number> {
  const created = records.filter(({ isCreated }) => isCreated)
  const unusedIds = await findUnusedCallers(
    tx,
    created.map(({ id }) => id),
  )
  const deleted = await tx.db
    .delete(callers)
    .where(
      and(
        eq(callers.organizationId, tx.organizationId),
        inArray(callers.id, unusedIds),
        matchesVersions(callers, created),
      ),
    )
    .returning({ id: callers.id })
  const changed = records.filter(({ isCreated }) => !isCreated)
  const restoredIds = new Set((await restoreValues(tx, callers, changed)).map(({ id }) => id))
  await removePhones(
    tx,
    changed.filter(({ id }) => restoredIds.has(id)),
  )
  return deleted.length + restoredIds.size
}

/**
 * Undoes a batch of records: deletes created ones and restores changed ones. Keeps records that were edited since.
 */
export async function undoBatch(
  tx: OrganizationTransaction,
  { id: importId, kind }: typeof imports.$inferSelect,
): Promise<{ restored: number; kept: number; hasMore: boolean }> {
  const { db } = tx
  const isUndoable = and(matchesRows(tx, importId), isNotNull(importRows.before))
  const ids = await db
    .selectDistinct({ id: importRows.recordId })
    .from(importRows)
    .where(isUndoable)
    .orderBy(asc(importRows.recordId))
    .limit(BATCH_SIZE)
  if (ids.length === 0) return { restored: 0, kept: 0, hasMore: false }
  const isInBatch = inArray(
    importRows.recordId,
    ids.flatMap(({ id }) => id ?? []),
  )
  const { recordId, recordVersion, before } = importRows
  const rows = await db
    .select({ recordId, recordVersion, before })
    .from(importRows)
    .where(and(isUndoable, isInBatch))
    .orderBy(asc(importRows.number))
  const records = mergeRows(rows)
  // Other rows only changed a caller.
  const changed = records.filter(
    ({ isCreated, values, phones }) => isCreated || Object.keys(values).length > 0 || phones.length > 0,
  )
  const restored = kind === 'leads' ? await undoLeads(tx, changed) : await undoImportedCallers(tx, changed)
  await undoCallers(
    tx,
    records.flatMap((record) => record.callers.toReversed()),
  )
  await db
    .update(importRows)
    .set({ before: null })
    .where(and(matchesRows(tx, importId), isInBatch))
  return { restored, kept: changed.length - restored, hasMore: ids.length === BATCH_SIZE }
}
