import { isDeepStrictEqual } from 'node:util'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alertsOfChange } from '../alerts/repository.ts'
import { noteCaller } from '../callers/note-caller.ts'
import { PAGE_SIZE } from '../../constants.ts'
import {
  asJson,
  type Changed,
  isRowId,
  orderOf,
  type Page,
  pageOf,
  rowsAfter,
  type Sorting,
} from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { UnknownReferenceError } from '../../platform/db/unknown-reference.ts'
import type { Actor } from '../model/event.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import { pageRange } from '../../values/paging.ts'
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
import { callsWhere } from './search.ts'

const {
  search: _search,
  organizationId: _organizationId,
  recordingUrl: _url,
  transcript: _said,
  ...own
} = getTableColumns(calls)

/** Columns of the call list, without transcript and recording URL. */
const SUMMARY = {
  ...own,
  hasTranscript: sql<boolean>`${calls.transcript} is not null`,
  hasRecording: sql<boolean>`${calls.recordingUrl} is not null`,
}

const RECORD = { ...SUMMARY, transcript: calls.transcript }

/** Recursively redacts card numbers. */
function withoutCardNumbers<Value>(value: Value): Value {
  if (typeof value === 'string') return redactCardNumbers(value) as Value
  if (Array.isArray(value)) return value.map(withoutCardNumbers) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutCardNumbers(part)])) as Value
}

/** Free-text fields in which card numbers are redacted. The other fields contain phone numbers or ids. */
const SAID = ['callerName', 'summary', 'callerWords', 'transcript', 'attention', 'rule'] as const

function redacted<Parts extends Partial<Record<(typeof SAID)[number], unknown>>>(parts: Parts): Parts {
  const said = SAID.filter((field) => field in parts).map((field) => [field, withoutCardNumbers(parts[field])])
  return { ...parts, ...Object.fromEntries(said) }
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

const oneOf = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(calls.organizationId, organizationId), eq(calls.id, id))

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
  const { startedAt, ...parts } = redacted(callInput.parse(input))
  const { db, organizationId } = tx
  await requireVisit(tx, parts.appointmentId)
  const [created] = await db
    .insert(calls)
    .values({ ...parts, isTest, organizationId, startedAt: new Date(startedAt) })
    .onConflictDoNothing({ target: [calls.organizationId, calls.externalId] })
    .returning(RECORD)
  if (created) {
    if (!created.isTest)
      await noteCaller(tx, created.callerPhone, { name: created.callerName, calledAt: created.startedAt })
    const details = isTest && { details: { isTest } }
    await recordEvent(tx, actor, { action: 'call.created', subjectId: created.id, ...details })
    return { call: asJson(created), isNew: true }
  }
  const [stored] = await db
    .select(RECORD)
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.externalId, parts.externalId ?? '')))
  if (!stored) throw new Error('No row returned for the stored call')
  return { call: asJson(stored), isNew: false }
}

/** Returns undefined if the id is unknown or malformed. */
export async function findCall(tx: OrganizationTransaction, id: string): Promise<CallRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(calls).where(oneOf(tx, id))
  return row && asJson(row)
}

/**
 * Checks that the call exists.
 * @throws {UnknownReferenceError} if it does not
 */
export async function requireCall(tx: OrganizationTransaction, callId: string | null | undefined): Promise<void> {
  if (!callId) return
  const [call] = await tx.db.select({ id: calls.id }).from(calls).where(oneOf(tx, callId))
  if (!call) throw new UnknownReferenceError('callId')
}

/** `SELECT … FOR UPDATE`: locks the call until the transaction ends. */
async function holdCall(tx: OrganizationTransaction, id: string): Promise<CallRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(calls).where(oneOf(tx, id)).for('update')
  return row && asJson(row)
}

type NewValues = Partial<typeof calls.$inferInsert>

async function storeChange(tx: OrganizationTransaction, id: string, values: NewValues): Promise<CallRecord> {
  const [row] = await tx.db
    .update(calls)
    .set({ ...values, version: sql`${calls.version} + 1`, updatedAt: sql`now()` })
    .where(oneOf(tx, id))
    .returning(RECORD)
  if (!row) throw new Error('No row returned for the locked call')
  return asJson(row)
}

/** Returns the values to store. Timestamps use the clock of the database. */
function valuesOf({ attentionEnded, startedAt, handedToId, ...parts }: CallChange): NewValues {
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
function differing(change: CallChange, before: CallRecord): CallChange {
  const present: Record<string, unknown> = { ...before, attentionEnded: before.attentionEndedAt !== null }
  const wanted = { ...change, ...(change.startedAt && { startedAt: new Date(change.startedAt).toISOString() }) }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, present[field])),
  )
}

/** Returns the audit events of a change. They do not name the assignee, because events outlive deleted users. */
function entriesOf(before: CallRecord, after: CallRecord, fields: string[]): EventEntry[] {
  const subjectId = after.id
  const others = fields.filter((field) => field !== 'handedToId')
  const isOtherOutcome = before.outcome !== after.outcome
  const details = { fields: others, ...(isOtherOutcome && { from: before.outcome, to: after.outcome }) }
  const to = after.handedToId === null ? 'nobody' : 'person'
  return [
    ...(others.length > 0 ? [{ action: 'call.updated' as const, subjectId, details }] : []),
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
): Promise<Changed<CallRecord>> {
  const wanted = redacted(callChange.parse(change))
  const before = await holdCall(tx, id)
  if (!before) return undefined
  if (version !== undefined && version !== before.version) return { conflict: before }
  const parts = differing(wanted, before)
  const fields = Object.keys(parts)
  if (fields.length === 0) return { changed: before }
  await requireVisit(tx, parts.appointmentId)
  const changed = await storeChange(tx, id, valuesOf(parts))
  if (!changed.isTest && fields.some((field) => CALLER_FIELDS.has(field)))
    await noteCaller(tx, changed.callerPhone, { name: changed.callerName, calledAt: new Date(changed.startedAt) })
  for (const entry of entriesOf(before, changed, fields)) await recordEvent(tx, actor, entry)
  await alertsOfChange(tx, actor, before, changed)
  return { changed }
}

function corrected(transcript: TranscriptLine[], { line, field, value }: FactCorrection): TranscriptLine[] | undefined {
  if (!transcript[line]?.understood?.some((fact) => fact.field === field)) return undefined
  return transcript.map((said, position) =>
    position === line
      ? {
          ...said,
          understood: said.understood?.map((fact) =>
            fact.field === field ? { ...fact, value, corrected: true } : fact,
          ),
        }
      : said,
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
): Promise<Changed<CallRecord>> {
  const before = await holdCall(tx, id)
  if (!before) return undefined
  if (version !== before.version) return { conflict: before }
  const transcript = before.transcript && corrected(before.transcript, correction)
  if (!transcript) return undefined
  const changed = await storeChange(tx, id, { transcript: withoutCardNumbers(transcript) })
  const { field, line } = correction
  await recordEvent(tx, actor, { action: 'transcript.corrected', subjectId: id, details: { fields: [field], line } })
  return { changed }
}

const SORTED_BY = { startedAt: calls.startedAt, duration: calls.duration }

const sortName = (sort: CallSort) => sort.replace('-', '') as keyof typeof SORTED_BY

const sortingOf = (sort: CallSort): Sorting => ({
  by: SORTED_BY[sortName(sort)],
  id: calls.id,
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const LATEST_FIRST = orderOf(sortingOf('-startedAt'))

type SortedFilter = CallFilter & { sort?: CallSort | undefined }

/**
 * Returns a page of calls without transcripts.
 * @throws {CursorError} for an invalid cursor
 */
export async function listCalls(
  tx: OrganizationTransaction,
  { sort = '-startedAt', limit = PAGE_SIZE, cursor, ...filter }: SortedFilter & { limit?: number; cursor?: string },
): Promise<Page<CallSummary>> {
  const sorting = sortingOf(sort)
  const rows = await tx.db
    .select(SUMMARY)
    .from(calls)
    .where(and(await callsWhere(tx, filter), cursor ? rowsAfter(cursor, sorting) : undefined))
    .orderBy(...orderOf(sorting))
    .limit(limit + 1)
  return pageOf(rows.map(asJson), limit, (row) => row[sortName(sort)])
}

export async function pageOfCalls(
  tx: OrganizationTransaction,
  { sort = '-startedAt', ...filter }: SortedFilter,
  page: number,
): Promise<{ rows: CallSummary[]; total: number }> {
  const where = await callsWhere(tx, filter)
  const rows = await tx.db
    .select(SUMMARY)
    .from(calls)
    .where(where)
    .orderBy(...orderOf(sortingOf(sort)))
    .limit(PAGE_SIZE)
    .offset(pageRange(page).from)
  return { rows: rows.map(asJson), total: await tx.db.$count(calls, where) }
}

/** Returns calls with their transcripts, newest first. */
export async function recordsOf({ db }: OrganizationTransaction, where: SQL | undefined): Promise<CallRecord[]> {
  const rows = await db
    .select(RECORD)
    .from(calls)
    .where(where)
    .orderBy(...LATEST_FIRST)
  return rows.map(asJson)
}
