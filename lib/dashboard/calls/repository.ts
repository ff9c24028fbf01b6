import { isDeepStrictEqual } from 'node:util'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { updateAlertsOnChange } from '../alerts/repository.ts'
import { recordCaller } from '../callers/record-caller.ts'
import { PAGE_SIZE } from '../../constants.ts'
import {
  toJson,
  type UpdateResult,
  isRowId,
  buildOrderBy,
  type Page,
  buildPage,
  buildCursorCondition,
  type SortOrder,
} from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { CALL_SUMMARY_COLUMNS, calls } from '../schema/calls.ts'
import { UnknownReferenceError } from '../../platform/db/unknown-reference.ts'
import { notifyAssignee } from '../notifications/assigned.ts'
import { publishEvent } from '../publish/publish-event.ts'
import type { Actor } from '../model/event.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import { getPageRange } from '../../values/paging.ts'
import { needsAttention } from '../model/attention.ts'
import type { TranscriptLine } from '../model/call.ts'
import { redactCardNumbers } from './card-numbers.ts'
import {
  type CallChange,
  callChange,
  type CallFilter,
  type CallInput,
  callInput,
  type CallRecord,
  type CallSort,
  type CallSummary,
  type FactCorrection,
} from './input.ts'
import { buildCallCondition } from './search.ts'

const RECORD_COLUMNS = { ...CALL_SUMMARY_COLUMNS, transcript: calls.transcript }

/** Recursively redacts card numbers. */
function redactValue<Value>(value: Value): Value {
  if (typeof value === 'string') return redactCardNumbers(value) as Value
  if (Array.isArray(value)) return value.map(redactValue) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactValue(part)])) as Value
}

/** Free-text fields. Card numbers are redacted in these. The other fields contain phone numbers or ids. */
const FREE_TEXT_FIELDS = ['callerName', 'summary', 'callerWords', 'transcript', 'attention', 'rule'] as const

function redactFields<Parts extends Partial<Record<(typeof FREE_TEXT_FIELDS)[number], unknown>>>(parts: Parts): Parts {
  const redactedEntries = FREE_TEXT_FIELDS.filter((field) => field in parts).map((field) => [
    field,
    redactValue(parts[field]),
  ])
  return { ...parts, ...Object.fromEntries(redactedEntries) }
}

/**
 * Checks that the visit exists.
 * @throws {UnknownReferenceError} if it does not
 */
async function requireVisit(tx: OrganizationTransaction, id: string | null | undefined): Promise<void> {
  if (!id) return
  const { db, organizationId } = tx
  const [visit] = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.organizationId, organizationId), eq(appointments.id, id)))
  if (!visit) throw new UnknownReferenceError('appointmentId')
}

const matchesCall = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(calls.organizationId, organizationId), eq(calls.id, id))

/** @param before undefined for a new call */
async function publishCallEvents(
  tx: OrganizationTransaction,
  before: CallRecord | undefined,
  { transcript: _transcript, ...call }: CallRecord,
): Promise<void> {
  if (!before) await publishEvent(tx, 'call.created', call)
  const neededAttention = before !== undefined && needsAttention(before)
  if (!neededAttention && needsAttention(call)) await publishEvent(tx, 'call.needs_attention', call)
  if (neededAttention && !needsAttention(call)) await publishEvent(tx, 'call.resolved', call)
}

/**
 * Creates a call. A call with the same `externalId` is returned unchanged. `isTest` is not part of the input, because
 * API clients must not set it.
 * @throws {z.ZodError}
 * @throws {UnknownReferenceError} if the visit does not exist
 */
export async function createCallOnce(
  tx: OrganizationTransaction,
  actor: Actor,
  input: CallInput,
  { isTest = false } = {},
): Promise<{ call: CallRecord; isNew: boolean }> {
  const { startedAt, ...parts } = redactFields(callInput.parse(input))
  const { db, organizationId } = tx
  await requireVisit(tx, parts.appointmentId)
  const [insertedRow] = await db
    .insert(calls)
    .values({ ...parts, isTest, organizationId, startedAt: new Date(startedAt) })
    .onConflictDoNothing({ target: [calls.organizationId, calls.externalId] })
    .returning(RECORD_COLUMNS)
  if (insertedRow) {
    if (!insertedRow.isTest)
      await recordCaller(tx, insertedRow.callerPhone, { name: insertedRow.callerName, calledAt: insertedRow.startedAt })
    const details = isTest && { details: { isTest } }
    await recordEvent(tx, actor, { action: 'call.created', subjectId: insertedRow.id, ...details })
    const call = toJson(insertedRow)
    await publishCallEvents(tx, undefined, call)
    return { call, isNew: true }
  }
  const [storedRow] = await db
    .select(RECORD_COLUMNS)
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.externalId, parts.externalId ?? '')))
  if (!storedRow) throw new Error('No row returned for the stored call')
  return { call: toJson(storedRow), isNew: false }
}

/** Returns undefined if the id is unknown or malformed. */
export async function findCall(tx: OrganizationTransaction, id: string): Promise<CallRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD_COLUMNS).from(calls).where(matchesCall(tx, id))
  return row && toJson(row)
}

/**
 * Checks that the call exists.
 * @throws {UnknownReferenceError} if it does not
 */
export async function requireCall(tx: OrganizationTransaction, callId: string | null | undefined): Promise<void> {
  if (!callId) return
  const [call] = await tx.db.select({ id: calls.id }).from(calls).where(matchesCall(tx, callId))
  if (!call) throw new UnknownReferenceError('callId')
}

/** `SELECT … FOR UPDATE`: locks the call until the transaction ends. */
async function lockCall(tx: OrganizationTransaction, id: string): Promise<CallRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD_COLUMNS).from(calls).where(matchesCall(tx, id)).for('update')
  return row && toJson(row)
}

type NewValues = Partial<typeof calls.$inferInsert>

async function updateCall(tx: OrganizationTransaction, id: string, values: NewValues): Promise<CallRecord> {
  const [row] = await tx.db
    .update(calls)
    .set({ ...values, version: sql`${calls.version} + 1`, updatedAt: sql`now()` })
    .where(matchesCall(tx, id))
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the locked call')
  return toJson(row)
}

/** Returns the values to store. Timestamps use the clock of the database. */
function toColumnValues({ attentionEnded, startedAt, handedToId, ...parts }: CallChange): NewValues {
  const now = sql`now()` as unknown as Date
  return {
    ...parts,
    ...(startedAt !== undefined && { startedAt: new Date(startedAt) }),
    // A new reason for attention reopens the call.
    ...(parts.attention !== undefined && { attentionEndedAt: null }),
    // Assigning a resolved call reopens it.
    ...(handedToId && { attentionEndedAt: null }),
    ...(attentionEnded !== undefined && { attentionEndedAt: attentionEnded ? now : null }),
    ...(handedToId !== undefined && { handedToId, handedOverAt: handedToId === null ? null : now }),
  }
}

/** Returns only the changed fields. `recordingUrl` is write-only and never compared. */
function pickChangedFields(change: CallChange, before: CallRecord): CallChange {
  const currentValues: Record<string, unknown> = { ...before, attentionEnded: before.attentionEndedAt !== null }
  const newValues = { ...change, ...(change.startedAt && { startedAt: new Date(change.startedAt).toISOString() }) }
  return Object.fromEntries(
    Object.entries(newValues).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, currentValues[field]),
    ),
  )
}

/** Returns the audit events of a change. They do not name the assignee, because events outlive deleted users. */
function buildEventEntries(before: CallRecord, after: CallRecord, fields: string[]): EventEntry[] {
  const subjectId = after.id
  const otherFields = fields.filter((field) => field !== 'handedToId')
  const hasOutcomeChanged = before.outcome !== after.outcome
  const details = { fields: otherFields, ...(hasOutcomeChanged && { from: before.outcome, to: after.outcome }) }
  const to = after.handedToId === null ? 'nobody' : 'person'
  return [
    ...(otherFields.length > 0 ? [{ action: 'call.updated' as const, subjectId, details }] : []),
    ...(fields.includes('handedToId') ? [{ action: 'call.handed_over' as const, subjectId, details: { to } }] : []),
  ]
}

const CALLER_FIELDS: ReadonlySet<string> = new Set(['callerPhone', 'callerName'])

/**
 * Changes a call. Records an assignment as a separate audit event.
 * @param version version that the change is based on; any version if omitted
 * @throws {z.ZodError}
 * @throws {UnknownReferenceError} if the visit does not exist
 */
export async function changeCall(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  change: CallChange,
  version?: number,
): Promise<UpdateResult<CallRecord>> {
  const changes = redactFields(callChange.parse(change))
  const before = await lockCall(tx, id)
  if (!before) return undefined
  if (version !== undefined && version !== before.version) return { conflict: before }
  const parts = pickChangedFields(changes, before)
  const fields = Object.keys(parts)
  if (fields.length === 0) return { changed: before }
  await requireVisit(tx, parts.appointmentId)
  const changed = await updateCall(tx, id, toColumnValues(parts))
  if (!changed.isTest && fields.some((field) => CALLER_FIELDS.has(field)))
    await recordCaller(tx, changed.callerPhone, { name: changed.callerName, calledAt: new Date(changed.startedAt) })
  for (const entry of buildEventEntries(before, changed, fields)) await recordEvent(tx, actor, entry)
  await updateAlertsOnChange(tx, actor, before, changed)
  if (fields.includes('handedToId') && !changed.isTest)
    await notifyAssignee(tx, actor, { subject: 'call', ids: [changed.id], userId: changed.handedToId })
  await publishCallEvents(tx, before, changed)
  return { changed }
}

function correctTranscript(
  transcript: TranscriptLine[],
  { line, field, value }: FactCorrection,
): TranscriptLine[] | undefined {
  if (!transcript[line]?.understood?.some((fact) => fact.field === field)) return undefined
  return transcript.map((transcriptLine, position) =>
    position === line
      ? {
          ...transcriptLine,
          understood: transcriptLine.understood?.map((fact) =>
            fact.field === field ? { ...fact, value, corrected: true } : fact,
          ),
        }
      : transcriptLine,
  )
}

/**
 * Corrects a fact in the transcript.
 * @param version version that the correction is based on
 * @returns undefined if the call does not exist or its transcript has no such fact
 */
export async function correctCall(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  correction: FactCorrection,
  version: number,
): Promise<UpdateResult<CallRecord>> {
  const before = await lockCall(tx, id)
  if (!before) return undefined
  if (version !== before.version) return { conflict: before }
  const transcript = before.transcript && correctTranscript(before.transcript, correction)
  if (!transcript) return undefined
  const changed = await updateCall(tx, id, { transcript: redactValue(transcript) })
  const { field, line } = correction
  await recordEvent(tx, actor, { action: 'transcript.corrected', subjectId: id, details: { fields: [field], line } })
  return { changed }
}

const SORT_COLUMNS = { startedAt: calls.startedAt, duration: calls.duration }

const parseSortField = (sort: CallSort) => sort.replace('-', '') as keyof typeof SORT_COLUMNS

const toSorting = (sort: CallSort): SortOrder => ({
  column: SORT_COLUMNS[parseSortField(sort)],
  id: calls.id,
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const LATEST_FIRST = buildOrderBy(toSorting('-startedAt'))

type SortedFilter = CallFilter & { sort?: CallSort | undefined }

/**
 * Returns a page of calls. Excludes transcripts.
 * @throws {CursorError} for an invalid cursor
 */
export async function listCalls(
  tx: OrganizationTransaction,
  { sort = '-startedAt', limit = PAGE_SIZE, cursor, ...filter }: SortedFilter & { limit?: number; cursor?: string },
): Promise<Page<CallSummary>> {
  const sorting = toSorting(sort)
  const rows = await tx.db
    .select(CALL_SUMMARY_COLUMNS)
    .from(calls)
    .where(and(await buildCallCondition(tx, filter), cursor ? buildCursorCondition(cursor, sorting) : undefined))
    .orderBy(...buildOrderBy(sorting))
    .limit(limit + 1)
  return buildPage(rows.map(toJson), limit, (row) => row[parseSortField(sort)])
}

export async function listCallPage(
  tx: OrganizationTransaction,
  { sort = '-startedAt', ...filter }: SortedFilter,
  page: number,
): Promise<{ rows: CallSummary[]; total: number }> {
  const where = await buildCallCondition(tx, filter)
  const rows = await tx.db
    .select(CALL_SUMMARY_COLUMNS)
    .from(calls)
    .where(where)
    .orderBy(...buildOrderBy(toSorting(sort)))
    .limit(PAGE_SIZE)
    .offset(getPageRange(page).from)
  return { rows: rows.map(toJson), total: await tx.db.$count(calls, where) }
}

/** Returns calls with their transcripts, newest first. */
export async function findCallRecords({ db }: OrganizationTransaction, where: SQL | undefined): Promise<CallRecord[]> {
  const rows = await db
    .select(RECORD_COLUMNS)
    .from(calls)
    .where(where)
    .orderBy(...LATEST_FIRST)
  return rows.map(toJson)
}
