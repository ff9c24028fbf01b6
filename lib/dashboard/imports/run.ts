import { and, asc, sql } from 'drizzle-orm'
import { millisecondsInHour } from 'date-fns/constants'
import type { Database } from '../../platform/db/client.ts'
import { type OrganizationTransaction, runInOrganization } from '../../platform/db/organization.ts'
import { isAttemptCurrent, type OrganizationJob } from '../../platform/jobs/queue.ts'
import { getErrorCode, PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler, JobLog } from '../../platform/jobs/worker.ts'
import { recordEvent } from '../events/record.ts'
import type { ImportCounts } from '../model/import.ts'
import type { Actor } from '../model/event.ts'
import { addNotifications } from '../notifications/add.ts'
import { importRows, imports } from '../schema/imports.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { importCallers } from './import-callers.ts'
import { importLeads, type RowResult } from './import-leads.ts'
import { UNDO_HOURS } from './limits.ts'
import { isPendingRow, lockImport, matchesImport, matchesRows } from './repository.ts'
import { type CallerRow, type LeadRow, readCallerRow, readLeadRow, type ReadRow } from './rows.ts'
import { undoBatch } from './undo.ts'

/** Rows per transaction. Small batches keep locks short and the progress visible. */
const BATCH_SIZE = 250

/** Attempts of a job before the import fails. The user can then retry it. */
const MAX_ATTEMPTS = 3

const EVENTS = { leads: 'leads.imported', callers: 'callers.imported' } as const

type StoredImport = typeof imports.$inferSelect

const getActor = ({ createdById }: StoredImport): Actor =>
  createdById === null ? { kind: 'site' } : { kind: 'person', id: createdById }

/** Notifies the importer. The details contain counts, no personal data. */
async function notifyImporter(
  tx: OrganizationTransaction,
  { id, kind, createdById }: StoredImport,
  state: 'done' | 'failed' | 'undone',
  counts: Partial<ImportCounts>,
): Promise<void> {
  if (createdById === null) return
  await addNotifications(tx, [{ userId: createdById, kind: 'import', subjectId: id, details: { kind, state, counts } }])
}

type PendingRow = { number: number; cells: string[] }

type InvalidRow = { number: number; problems: string[] }

function splitRows<Row>(rows: readonly PendingRow[], read: (cells: string[]) => ReadRow<Row>) {
  const valid: { number: number; row: Row }[] = []
  const invalid: InvalidRow[] = []
  for (const { number, cells } of rows) {
    const result = read(cells)
    if ('row' in result) valid.push({ number, row: result.row })
    else invalid.push({ number, problems: result.problems })
  }
  return { valid, invalid }
}

async function importBatch(
  tx: OrganizationTransaction,
  stored: StoredImport,
  rows: readonly PendingRow[],
  now: Date,
): Promise<{ results: RowResult[]; invalid: InvalidRow[] }> {
  const context = { mapping: stored.mapping, timeZone: await getTimeZone(tx), now }
  const importContext = { importId: stored.id, duplicates: stored.duplicates, userId: stored.createdById }
  if (stored.kind === 'callers') {
    const { valid, invalid } = splitRows<CallerRow>(rows, (cells) => readCallerRow(cells, context))
    return { results: await importCallers(tx, importContext, valid), invalid }
  }
  const { valid, invalid } = splitRows<LeadRow>(rows, (cells) => readLeadRow(cells, context))
  return { results: await importLeads(tx, importContext, valid), invalid }
}

/** Stores the outcomes. Clears the cells of valid rows, which are not needed again. */
async function storeOutcomes(
  { db, organizationId }: OrganizationTransaction,
  importId: string,
  results: readonly RowResult[],
  invalid: readonly InvalidRow[],
): Promise<void> {
  const values = [...results, ...invalid.map(({ number, problems }) => ({ number, problems, outcome: 'invalid' }))]
  await db.execute(sql`update import_rows set
      outcome = result.outcome, record_id = result."recordId", record_version = result."recordVersion",
      before = result.before, problems = result.problems,
      cells = case when result.outcome = 'invalid' then import_rows.cells else '[]'::jsonb end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as result(
      number integer, outcome text, "recordId" uuid, "recordVersion" integer, before jsonb, problems text[])
    where import_rows.organization_id = ${organizationId} and import_rows.import_id = ${importId}
      and import_rows.number = result.number`)
}

function addCounts(counts: Partial<ImportCounts>, outcomes: readonly (keyof ImportCounts)[]): Partial<ImportCounts> {
  const total = { ...counts }
  for (const outcome of outcomes) total[outcome] = (total[outcome] ?? 0) + 1
  return total
}

const getUndoEnd = (now: Date): Date => new Date(now.getTime() + UNDO_HOURS * millisecondsInHour)

async function finishImport(tx: OrganizationTransaction, stored: StoredImport, now: Date): Promise<void> {
  const { id, kind, counts } = stored
  await tx.db
    .update(imports)
    .set({ state: 'done', finishedAt: now, undoEndsAt: getUndoEnd(now) })
    .where(matchesImport(tx, id))
  await recordEvent(tx, getActor(stored), {
    action: EVENTS[kind],
    subjectId: id,
    details: counts,
  })
  await notifyImporter(tx, stored, 'done', counts)
}

/**
 * Imports the next batch of rows. Rows with an outcome are not read again, so that a repeated job continues.
 * @returns whether rows are left
 */
async function runBatch(tx: OrganizationTransaction, importId: string, now: Date): Promise<boolean> {
  const stored = await lockImport(tx, importId)
  if (!stored || (stored.state !== 'pending' && stored.state !== 'running')) return false
  const rows = await tx.db
    .select({ number: importRows.number, cells: importRows.cells })
    .from(importRows)
    .where(and(matchesRows(tx, importId), isPendingRow))
    .orderBy(asc(importRows.number))
    .limit(BATCH_SIZE)
  if (rows.length === 0) {
    await finishImport(tx, stored, now)
    return false
  }
  const { results, invalid } = await importBatch(tx, stored, rows, now)
  await storeOutcomes(tx, importId, results, invalid)
  const outcomes = [...results.map(({ outcome }) => outcome), ...invalid.map(() => 'invalid' as const)]
  await tx.db
    .update(imports)
    .set({
      state: 'running',
      counts: addCounts(stored.counts, outcomes),
      processedCount: stored.processedCount + rows.length,
    })
    .where(matchesImport(tx, importId))
  return true
}

async function undoNextBatch(tx: OrganizationTransaction, importId: string, now: Date): Promise<boolean> {
  const stored = await lockImport(tx, importId)
  if (!stored || stored.state !== 'undoing') return false
  const undone = await undoBatch(tx, stored)
  const counts = {
    ...stored.counts,
    restored: (stored.counts.restored ?? 0) + undone.restored,
    kept: (stored.counts.kept ?? 0) + undone.kept,
  }
  const isDone = !undone.hasMore
  await tx.db
    .update(imports)
    .set({ counts, ...(isDone && { state: 'undone' as const, undoneAt: now }) })
    .where(matchesImport(tx, importId))
  if (isDone) {
    const { kind } = stored
    const { restored, kept } = counts
    await recordEvent(tx, getActor(stored), {
      action: 'import.undone',
      subjectId: importId,
      details: { kind, restored, kept },
    })
    await notifyImporter(tx, stored, 'undone', counts)
  }
  return undone.hasMore
}

/** Marks the import or its undo as failed. The rows that are done stay, and the user can retry or undo. */
async function failImport(tx: OrganizationTransaction, importId: string, failure: string, now: Date): Promise<void> {
  const stored = await lockImport(tx, importId)
  if (!stored) return
  const isUndo = stored.state === 'undoing'
  const failed = { state: 'failed' as const, failure, finishedAt: now, undoEndsAt: getUndoEnd(now) }
  await tx.db
    .update(imports)
    .set(isUndo ? { state: 'done', failure } : failed)
    .where(matchesImport(tx, importId))
  const details = { ...stored.counts, failure }
  if (!isUndo) await recordEvent(tx, getActor(stored), { action: EVENTS[stored.kind], subjectId: importId, details })
  await notifyImporter(tx, stored, 'failed', stored.counts)
}

type Batch = (tx: OrganizationTransaction, importId: string, now: Date) => Promise<boolean>

async function runBatches(db: Database, job: OrganizationJob, batch: Batch, now: Date, signal: AbortSignal) {
  const importId = String(job.details.importId)
  let hasMore = true
  while (hasMore) {
    signal.throwIfAborted()
    hasMore = await runInOrganization(db, job.organizationId, async (tx) =>
      // Another worker may have taken over after the lease expired.
      (await isAttemptCurrent(tx, job)) ? batch(tx, importId, now) : false,
    )
  }
}

const createHandler =
  (batch: Batch, log: Pick<JobLog, 'error'>): Handler =>
  async (job, { db, now, signal }) => {
    try {
      await runBatches(db, job, batch, now, signal)
    } catch (error) {
      if (signal.aborted || job.attempts < MAX_ATTEMPTS) throw error
      const code = getErrorCode(error)
      log.error({ organization: job.organizationId, import: job.details.importId, code }, 'imports: import failed')
      await runInOrganization(db, job.organizationId, (tx) => failImport(tx, String(job.details.importId), code, now))
      throw new PermanentError(code)
    }
  }

export const createImportHandler = (log: Pick<JobLog, 'error'>): Handler => createHandler(runBatch, log)

export const createUndoHandler = (log: Pick<JobLog, 'error'>): Handler => createHandler(undoNextBatch, log)
