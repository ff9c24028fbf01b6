import { isDeepStrictEqual } from 'node:util'
import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alertsOfChange } from '../alerts/store.ts'
import { noteCaller } from '../callers/note-caller.ts'
import { PAGE_SIZE } from '../constants.ts'
import { asJson, type Changed, isRowId, orderOf, type Page, pageOf, rowsAfter, type Sorting } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, calls } from '../db/schema/index.ts'
import { UnknownReferenceError } from '../db/unknown-reference.ts'
import type { Actor } from '../events/event.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import { pageRange } from '../paging.ts'
import type { TranscriptLine } from './call.ts'
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

type CallRow = typeof calls.$inferSelect

const {
  search: _search,
  organizationId: _organizationId,
  recordingUrl: _url,
  transcript: _said,
  ...own
} = getTableColumns(calls)

/** What lists read: neither what was said nor where the recording is. */
const SUMMARY = {
  ...own,
  hasTranscript: sql<boolean>`${calls.transcript} is not null`,
  hasRecording: sql<boolean>`${calls.recordingUrl} is not null`,
}

const RECORD = { ...SUMMARY, transcript: calls.transcript }

type SummaryRow = Omit<CallRow, 'search' | 'organizationId' | 'recordingUrl' | 'transcript'> & {
  hasTranscript: boolean
  hasRecording: boolean
}

const summaryOf = (row: SummaryRow): CallSummary => asJson(row)

const recordOf = (row: SummaryRow & { transcript: TranscriptLine[] | null }): CallRecord => asJson(row)

/** The same without card numbers, wherever in it somebody said one. */
function withoutCardNumbers<Value>(value: Value): Value {
  if (typeof value === 'string') return redactCardNumbers(value) as Value
  if (Array.isArray(value)) return value.map(withoutCardNumbers) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutCardNumbers(part)])) as Value
}

/** Fields that hold words of people, in which card numbers are looked for; others are numbers themselves. */
const SAID = ['callerName', 'summary', 'callerWords', 'transcript', 'attention', 'rule'] as const

function redacted<Parts extends Partial<Record<(typeof SAID)[number], unknown>>>(parts: Parts): Parts {
  const said = SAID.filter((field) => field in parts).map((field) => [field, withoutCardNumbers(parts[field])])
  return { ...parts, ...Object.fromEntries(said) }
}

/** @throws {UnknownReferenceError} for a visit that the organization does not have */
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
 * Stores a call, unless one with the same `externalId` is stored already: that one stays as it is. Whether it is a test is not
 * for those to say who send the input.
 * @throws {z.ZodError} for an input that does not fit
 * @throws {UnknownReferenceError} for a visit that the organization does not have
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
    const details = isTest ? { isTest } : undefined
    await recordEvent(tx, actor, { action: 'call.created', subjectId: created.id, ...(details && { details }) })
    return { call: recordOf(created), isNew: true }
  }
  const [stored] = await db
    .select(RECORD)
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.externalId, parts.externalId ?? '')))
  if (!stored) throw new Error('A call that is stored already could not be read')
  return { call: recordOf(stored), isNew: false }
}

/** Stores a call; see `createCallOnce`. @returns the stored call, which is an earlier one for the same `externalId` */
export const createCall = async (tx: OrganizationTransaction, actor: Actor, input: CallInput): Promise<CallRecord> =>
  (await createCallOnce(tx, actor, input)).call

/** A call of the organization; undefined when there is none with this id, whatever the id is. */
export async function findCall(tx: OrganizationTransaction, id: string): Promise<CallRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(calls).where(oneOf(tx, id))
  return row && recordOf(row)
}

/** @throws {UnknownReferenceError} for a call that the organization does not have */
export async function requireCall(tx: OrganizationTransaction, callId: string | null | undefined): Promise<void> {
  if (!callId) return
  const [call] = await tx.db.select({ id: calls.id }).from(calls).where(oneOf(tx, callId))
  if (!call) throw new UnknownReferenceError('callId')
}

/** Holds a call for a change until the transaction ends. */
async function holdCall(tx: OrganizationTransaction, id: string): Promise<CallRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(calls).where(oneOf(tx, id)).for('update')
  return row && recordOf(row)
}

type NewValues = Partial<typeof calls.$inferInsert>

async function storeChange(tx: OrganizationTransaction, id: string, values: NewValues): Promise<CallRecord> {
  const [row] = await tx.db
    .update(calls)
    .set({ ...values, version: sql`${calls.version} + 1`, updatedAt: sql`now()` })
    .where(oneOf(tx, id))
    .returning(RECORD)
  if (!row) throw new Error('A call that is held could not be changed')
  return recordOf(row)
}

/** The columns that a change means; when something ended or was handed over is the database's time. */
function valuesOf({ attentionEnded, startedAt, handedToId, ...parts }: CallChange): NewValues {
  const now = sql`now()` as unknown as Date
  return {
    ...parts,
    ...(startedAt !== undefined && { startedAt: new Date(startedAt) }),
    // What newly needs a person has not been done.
    ...(parts.attention !== undefined && { attentionEndedAt: null }),
    // Whoever it is handed to has to look at it, also when it was done before.
    ...(handedToId && { attentionEndedAt: null }),
    ...(attentionEnded !== undefined && { attentionEndedAt: attentionEnded ? now : null }),
    ...(handedToId !== undefined && { handedToId, handedOverAt: handedToId === null ? null : now }),
  }
}

/** What of a change differs from what is there. Where a recording is cannot be compared: nobody is told. */
function differing(change: CallChange, before: CallRecord): CallChange {
  const present: Record<string, unknown> = { ...before, attentionEnded: before.attentionEndedAt !== null }
  const wanted = { ...change, ...(change.startedAt && { startedAt: new Date(change.startedAt).toISOString() }) }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, present[field])),
  )
}

/** Entries of the log for what changed. To whom it was handed over is not among the details: those outlast a person. */
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

/** Fields that say who called. */
const CALLER_FIELDS: ReadonlySet<string> = new Set(['callerPhone', 'callerName'])

/**
 * Changes a call. Handing it to somebody, or taking it back, is an entry of its own in the log; what stays as it was is
 * none.
 * @param version that the change was made of; without one it is made whatever was there
 * @throws {z.ZodError} for a change that does not fit
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

/** The transcript with another value for one fact; undefined when there is no such fact. */
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
 * Stores what was meant in place of what was understood.
 * @param version that the correction was made of
 * @returns undefined also when the transcript has no such fact
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
 * A page by cursor of the organization's calls, without what was said in them.
 * @throws {CursorError} for a cursor that none of our answers had
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
  return pageOf(rows.map(summaryOf), limit, (row) => row[sortName(sort)])
}

/** One page of the organization's calls, PAGE_SIZE on each, without what was said in them, and how many there are. */
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
  const [counted] = await tx.db.select({ total: count() }).from(calls).where(where)
  return { rows: rows.map(summaryOf), total: counted?.total ?? 0 }
}

/** All calls that a condition means, latest first, with what was said in them. */
export async function recordsOf({ db }: OrganizationTransaction, where: SQL | undefined): Promise<CallRecord[]> {
  const rows = await db
    .select(RECORD)
    .from(calls)
    .where(where)
    .orderBy(...LATEST_FIRST)
  return rows.map(recordOf)
}
