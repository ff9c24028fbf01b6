import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '../model/event.ts'
import { getSettings } from '../settings/repository.ts'
import { callerNumbers } from '../schema/callers.ts'
import { importRows, imports } from '../schema/imports.ts'
import { leads } from '../schema/leads.ts'
import { isRowId, toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { ContactsInput, ImportRowsInput, NewImport } from './input.ts'
import type { ImportList, ImportRecord } from './record.ts'

const { organizationId: _organizationId, mapping: _mapping, ...RECORD_COLUMNS } = getTableColumns(imports)

const MAX_LISTED_IMPORTS = 20

export const matchesImport = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(imports.organizationId, organizationId), eq(imports.id, id))

/** Matches the rows of an import. */
export const matchesRows = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(importRows.organizationId, organizationId), eq(importRows.importId, id))

/** Creates an import. It starts when all of its rows are stored (`addImportRows`). */
export async function createImport(tx: OrganizationTransaction, actor: Actor, input: NewImport): Promise<ImportRecord> {
  const { db, organizationId } = tx
  const [row] = await db
    .insert(imports)
    .values({ ...input, organizationId, createdById: actor.kind === 'person' ? actor.id : null })
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the stored import')
  return toJson(row)
}

/** Returns the latest imports. Omits those whose file was never stored completely. */
export async function listImports(tx: OrganizationTransaction): Promise<ImportList> {
  const rows = await tx.db
    .select(RECORD_COLUMNS)
    .from(imports)
    .where(and(eq(imports.organizationId, tx.organizationId), ne(imports.state, 'uploading')))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(MAX_LISTED_IMPORTS)
  const { timeZone, retention } = await getSettings(tx)
  return { imports: rows.map(toJson), timeZone, leadDays: retention.leads }
}

export async function findImport(tx: OrganizationTransaction, id: string): Promise<ImportRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD_COLUMNS).from(imports).where(matchesImport(tx, id))
  return row && toJson(row)
}

/** `SELECT … FOR UPDATE`: locks the import until the transaction ends. */
export async function lockImport(
  tx: OrganizationTransaction,
  id: string,
): Promise<typeof imports.$inferSelect | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select().from(imports).where(matchesImport(tx, id)).for('update')
  return row
}

/** A key per attempt, because the same import can be retried. */
const enqueueRun = (tx: OrganizationTransaction, importId: string, kind: 'import-run' | 'import-undo') =>
  enqueue(tx, { kind, onceKey: crypto.randomUUID(), details: { importId } })

/** Result of a change of an import: undefined if it does not exist, a reason if its state does not allow the change. */
export type ImportResult = { record: ImportRecord } | { reason: string } | undefined

async function setState(
  tx: OrganizationTransaction,
  id: string,
  values: Partial<typeof imports.$inferInsert>,
): Promise<{ record: ImportRecord }> {
  const [row] = await tx.db.update(imports).set(values).where(matchesImport(tx, id)).returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the locked import')
  return { record: toJson(row) }
}

/** Stores rows, and starts the import once all are stored. Ignores rows that a repeated request sends again. */
export async function addImportRows(
  tx: OrganizationTransaction,
  id: string,
  { rows }: ImportRowsInput,
): Promise<ImportResult> {
  const stored = await lockImport(tx, id)
  if (!stored) return undefined
  if (stored.state !== 'uploading') return { reason: 'This import has already started.' }
  const { db, organizationId } = tx
  await db
    .insert(importRows)
    .values(rows.map((row) => ({ ...row, organizationId, importId: id })))
    .onConflictDoNothing()
  const total = await db.$count(importRows, matchesRows(tx, id))
  if (total > stored.rowCount) return { reason: 'The file has more rows than announced. Start again.' }
  if (total < stored.rowCount) return setState(tx, id, { rowCount: stored.rowCount })
  await enqueueRun(tx, id, 'import-run')
  return setState(tx, id, { state: 'pending' })
}

const EXPIRED = 'The time for this has ended, because the file was deleted. Import it again.'

/** Continues a failed import. Rows that have an outcome are not imported again. */
export async function retryImport(tx: OrganizationTransaction, id: string, now: Date): Promise<ImportResult> {
  const stored = await lockImport(tx, id)
  if (!stored || stored.state === 'uploading') return undefined
  if (stored.state !== 'failed') return { reason: 'This import hasn’t failed.' }
  if (!stored.undoEndsAt || stored.undoEndsAt <= now) return { reason: EXPIRED }
  await enqueueRun(tx, id, 'import-run')
  return setState(tx, id, { state: 'pending', failure: null, finishedAt: null, undoEndsAt: null })
}

/** Starts the undo of an import. */
export async function startUndo(tx: OrganizationTransaction, id: string, now: Date): Promise<ImportResult> {
  const stored = await lockImport(tx, id)
  if (!stored || stored.state === 'uploading') return undefined
  if (stored.state === 'undone' || stored.state === 'undoing') return { reason: 'This import was already undone.' }
  if (stored.state !== 'done' && stored.state !== 'failed') return { reason: 'Wait until the import is finished.' }
  if (!stored.undoEndsAt || stored.undoEndsAt <= now)
    return { reason: 'An import can be undone for a day. Edit or delete the records instead.' }
  await enqueueRun(tx, id, 'import-undo')
  return setState(tx, id, { state: 'undoing', failure: null })
}

export type InvalidRows = {
  kind: ImportRecord['kind']
  headers: string[]
  rows: { number: number; cells: string[]; problems: string[] }[]
}

/** Returns the invalid rows with their original cells; undefined if they do not exist, or were deleted. */
export async function readInvalidRows(tx: OrganizationTransaction, id: string): Promise<InvalidRows | undefined> {
  if (!isRowId(id)) return undefined
  const [stored] = await tx.db.select().from(imports).where(matchesImport(tx, id))
  if (!stored) return undefined
  const { number, cells, problems } = importRows
  const rows = await tx.db
    .select({ number, cells, problems })
    .from(importRows)
    .where(and(matchesRows(tx, id), eq(importRows.outcome, 'invalid')))
    .orderBy(asc(number))
  if (rows.length === 0) return undefined
  return {
    kind: stored.kind,
    headers: stored.mapping.columns.map(({ header }) => header),
    rows: rows.map((row) => ({ ...row, problems: row.problems ?? [] })),
  }
}

/** Returns the contacts that already exist, for the preview of an import. */
export async function findExistingContacts(
  { db, organizationId }: OrganizationTransaction,
  { kind, phones, emails }: ContactsInput,
): Promise<{ phones: string[]; emails: string[] }> {
  const phoneList = sql`(select jsonb_array_elements_text(${JSON.stringify(phones)}::jsonb))`
  if (kind === 'callers') {
    const rows = await db
      .select({ phone: callerNumbers.phone })
      .from(callerNumbers)
      .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.phone, phoneList)))
    return { phones: rows.map(({ phone }) => phone), emails: [] }
  }
  const emailList = sql`(select lower(jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`
  const rows = await db
    .selectDistinct({ phone: leads.phone, email: sql<string | null>`lower(${leads.email})` })
    .from(leads)
    .where(
      and(
        eq(leads.organizationId, organizationId),
        eq(leads.isTest, false),
        or(inArray(leads.phone, phoneList), inArray(sql`lower(${leads.email})`, emailList)),
      ),
    )
  return { phones: rows.flatMap(({ phone }) => phone ?? []), emails: rows.flatMap(({ email }) => email ?? []) }
}

/** Imports whose upload was not completed within this time are deleted. */
const UPLOAD_HOURS = 24

/** Deletes the rows of imports that can no longer be undone, and imports that were never stored completely. */
export async function deleteExpiredImportRows(
  { db, organizationId }: OrganizationTransaction,
  at: Date,
): Promise<void> {
  const isExpired = and(eq(imports.organizationId, organizationId), lt(imports.undoEndsAt, at))
  const expiredIds = db.select({ id: imports.id }).from(imports).where(isExpired)
  await db
    .delete(importRows)
    .where(and(eq(importRows.organizationId, organizationId), inArray(importRows.importId, expiredIds)))
  // The headers of a file without a header are data of a person.
  await db
    .update(imports)
    .set({ mapping: { columns: [] } })
    .where(isExpired)
  const uploadCutoff = new Date(at.getTime() - UPLOAD_HOURS * 3_600_000)
  await db
    .delete(imports)
    .where(
      and(
        eq(imports.organizationId, organizationId),
        eq(imports.state, 'uploading'),
        lt(imports.createdAt, uploadCutoff),
      ),
    )
}

/** Matches rows that are not processed. */
export const isPendingRow = isNull(importRows.outcome)
