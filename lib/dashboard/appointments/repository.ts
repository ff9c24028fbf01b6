import { subHours } from 'date-fns'
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordCaller } from '../callers/record-caller.ts'
import { requireCall } from '../calls/repository.ts'
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
import { leads } from '../schema/leads.ts'
import { UnknownReferenceError } from '../../platform/db/unknown-reference.ts'
import type { Action, Actor } from '../model/event.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import type { LeadRecord } from '../leads/record.ts'
import { changeLead, findLead } from '../leads/repository.ts'
import { publishEvent } from '../publish/publish-event.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'
import { getPageRange } from '../../values/paging.ts'
import { separateExtension } from '../../values/phone-number.ts'
import {
  APPOINTMENT_STATE_NAMES,
  type AppointmentState,
  isUpcoming,
  MAX_WINDOW_HOURS,
  NEXT_STATES,
  NO_TECHNICIAN,
} from '../model/appointment.ts'
import {
  type AppointmentChange,
  appointmentChange,
  type AppointmentFilter,
  type AppointmentInput,
  appointmentInput,
  type AppointmentRecord,
  type AppointmentSort,
  findWindowProblem,
} from './input.ts'

const { organizationId: _organizationId, searchKey: _searchKey, ...RECORD_COLUMNS } = getTableColumns(appointments)

const matchesOrganization = ({ organizationId }: OrganizationTransaction) =>
  eq(appointments.organizationId, organizationId)

const matchesAppointment = (tx: OrganizationTransaction, id: string) =>
  and(matchesOrganization(tx), eq(appointments.id, id))

const buildFieldError = (field: keyof AppointmentChange, message: string) =>
  new z.ZodError([{ code: 'custom', path: [field], message, input: undefined }])

/**
 * Moves a phone extension into the job description, where technicians see it.
 * @param job stored description, used if the change has none
 */
function moveExtension<Values extends { phone?: string | null | undefined; job?: string | undefined }>(
  input: Values,
  job = '',
): Values {
  const { values, extension } = separateExtension(input)
  if (!extension) return values
  const note = `(phone extension ${extension})`
  const jobText = values.job ?? job
  return { ...values, job: jobText.includes(note) ? jobText : `${jobText} ${note}`.trim() }
}

async function requireLead(
  tx: OrganizationTransaction,
  leadId: string | null | undefined,
): Promise<LeadRecord | undefined> {
  const lead = leadId ? await findLead(tx, leadId) : undefined
  if (leadId && !lead) throw new UnknownReferenceError('leadId')
  return lead
}

/** Sets the stage of the lead to booked when its visit is confirmed. Skips won leads. */
async function bookLead(
  tx: OrganizationTransaction,
  actor: Actor,
  { leadId, state }: AppointmentRecord,
): Promise<void> {
  if (!leadId || state !== 'confirmed') return
  const lead = await findLead(tx, leadId)
  if (lead && lead.stage !== 'won') await changeLead(tx, actor, leadId, { stage: 'booked' })
}

const AGREED_STATES: AppointmentState[] = ['confirmed', 'done']

/** Sets the stage of a booked lead back to qualified if no confirmed or completed visit is left. */
async function unbookLead(tx: OrganizationTransaction, actor: Actor, leadId: string): Promise<void> {
  // Lock the lead first. Of two concurrent cancellations, the second then sees the result of the first.
  const [lead] = await tx.db
    .select({ stage: leads.stage })
    .from(leads)
    .where(and(eq(leads.organizationId, tx.organizationId), eq(leads.id, leadId)))
    .for('update')
  if (lead?.stage !== 'booked') return
  const [agreedAppointment] = await tx.db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(matchesOrganization(tx), eq(appointments.leadId, leadId), inArray(appointments.state, AGREED_STATES)))
    .limit(1)
  if (!agreedAppointment) await changeLead(tx, actor, leadId, { stage: 'qualified' })
}

const STATE_EVENTS = {
  requested: 'appointment.requested',
  confirmed: 'appointment.confirmed',
  done: undefined,
  cancelled: 'appointment.canceled',
} as const satisfies Record<AppointmentState, WebhookEvent | undefined>

/** @param before undefined for a new appointment */
async function publishAppointmentEvents(
  tx: OrganizationTransaction,
  before: AppointmentRecord | undefined,
  after: AppointmentRecord,
): Promise<void> {
  const wasMoved = before && (before.startsAt !== after.startsAt || before.endsAt !== after.endsAt)
  if (wasMoved) await publishEvent(tx, 'appointment.rescheduled', after)
  // Restoring a visit that was marked as done by mistake publishes nothing.
  const isSameState = before?.state === after.state || before?.state === 'done'
  const event = isSameState ? undefined : STATE_EVENTS[after.state]
  if (event) await publishEvent(tx, event, after)
}

/**
 * Creates an appointment. If it is confirmed, also sets the lead's stage to booked. A visit for the lead of a test call
 * is a test too.
 * @throws {z.ZodError}
 * @throws {UnknownReferenceError} if the lead or call does not exist
 */
export async function createAppointment(
  tx: OrganizationTransaction,
  actor: Actor,
  input: AppointmentInput,
  { isTest = false } = {},
): Promise<AppointmentRecord> {
  const { startsAt, endsAt, state = 'requested', ...parts } = moveExtension(appointmentInput.parse(input))
  const lead = await requireLead(tx, parts.leadId)
  await requireCall(tx, parts.callId)
  const { db, organizationId } = tx
  const [row] = await db
    .insert(appointments)
    .values({
      ...parts,
      state,
      organizationId,
      isTest: isTest || lead?.isTest === true,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    })
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the stored appointment')
  if (!row.isTest) await recordCaller(tx, row.phone, { name: row.customer })
  await recordEvent(tx, actor, {
    action: 'appointment.created',
    subjectId: row.id,
    details: { state, ...(row.isTest && { isTest: true }) },
  })
  const created = toJson(row)
  await publishAppointmentEvents(tx, undefined, created)
  await bookLead(tx, actor, created)
  return created
}

/** Returns undefined if the id is unknown or malformed. */
export async function findAppointment(tx: OrganizationTransaction, id: string): Promise<AppointmentRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD_COLUMNS).from(appointments).where(matchesAppointment(tx, id))
  return row && toJson(row)
}

type Values = Omit<z.output<typeof appointmentChange>, 'startsAt' | 'endsAt' | 'reason'> & {
  startsAt: Date
  endsAt: Date
  reason: string | null
}

/**
 * Returns the values to store. The reason explains the latest move or status change. A later move or status change that
 * has no reason clears it.
 */
function resolveValues(before: AppointmentRecord, change: z.output<typeof appointmentChange>): Values {
  const [startsAt, endsAt] = [new Date(change.startsAt ?? before.startsAt), new Date(change.endsAt ?? before.endsAt)]
  const wasMoved = startsAt.toISOString() !== before.startsAt || endsAt.toISOString() !== before.endsAt
  const { state = before.state } = change
  if (state !== before.state && !NEXT_STATES[before.state].includes(state))
    throw buildFieldError('state', `A visit can’t change from ${before.state} to ${state}`)
  if (wasMoved && !isUpcoming(state))
    throw buildFieldError('startsAt', `A visit that is ${state} can’t be moved. Restore it first`)
  const problem = findWindowProblem(startsAt, endsAt)
  if (problem) throw buildFieldError('endsAt', problem)
  const shouldKeepReason = change.reason === undefined && !wasMoved && state === before.state
  return { ...change, startsAt, endsAt, state, reason: shouldKeepReason ? before.reason : (change.reason ?? null) }
}

function toStateAction(state: AppointmentState, before: AppointmentState): Action {
  if (state === 'cancelled') return 'appointment.cancelled'
  if (state === 'done') return 'appointment.done'
  return before === 'requested' ? 'appointment.confirmed' : 'appointment.reopened'
}

const WINDOW_FIELDS = new Set(['startsAt', 'endsAt'])

function buildEventEntries(before: AppointmentRecord, after: AppointmentRecord): EventEntry[] {
  const names = Object.keys(after) as (keyof AppointmentRecord)[]
  const fields = names.filter((name) => name !== 'version' && name !== 'updatedAt' && after[name] !== before[name])
  const entries: EventEntry[] = []
  if (fields.some((field) => WINDOW_FIELDS.has(field)))
    entries.push({ action: 'appointment.moved', details: { from: before.startsAt, to: after.startsAt } })
  if (after.state !== before.state)
    entries.push({ action: toStateAction(after.state, before.state), details: { from: before.state, to: after.state } })
  const otherFields = fields.filter((field) => !WINDOW_FIELDS.has(field) && field !== 'state' && field !== 'reason')
  if (otherFields.length > 0 || (entries.length === 0 && fields.length > 0))
    entries.push({ action: 'appointment.updated', details: { fields: otherFields.length > 0 ? otherFields : fields } })
  return entries.map((entry) => ({ ...entry, subjectId: after.id }))
}

const isUnchanged = (before: AppointmentRecord, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => {
    const now = value instanceof Date ? value.toISOString() : value
    return now === undefined || now === before[name as keyof AppointmentRecord]
  })

/**
 * Changes an appointment and updates the stage of its lead. Records moves and status changes as separate audit events.
 * @param version version that the change is based on; any version if omitted
 * @throws {z.ZodError}
 * @throws {UnknownReferenceError} if the lead or call does not exist
 */
export async function changeAppointment(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  change: AppointmentChange,
  version?: number,
): Promise<UpdateResult<AppointmentRecord>> {
  const changes = appointmentChange.parse(change)
  if (!isRowId(id)) return undefined
  const [lockedRow] = await tx.db
    .select(RECORD_COLUMNS)
    .from(appointments)
    .where(matchesAppointment(tx, id))
    .for('update')
  if (!lockedRow) return undefined
  const before = toJson(lockedRow)
  if (version !== undefined && version !== before.version) return { conflict: before }
  const values = resolveValues(before, moveExtension(changes, before.job))
  if (isUnchanged(before, values)) return { changed: before }
  if (changes.leadId !== before.leadId) await requireLead(tx, changes.leadId)
  if (changes.callId !== before.callId) await requireCall(tx, changes.callId)
  const [row] = await tx.db
    .update(appointments)
    .set({ ...values, version: sql`${appointments.version} + 1`, updatedAt: sql`now()` })
    .where(matchesAppointment(tx, id))
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the locked appointment')
  const changed = toJson(row)
  const hasCallerChanged = changed.phone !== before.phone || changed.customer !== before.customer
  if (!changed.isTest && hasCallerChanged) await recordCaller(tx, changed.phone, { name: changed.customer })
  for (const entry of buildEventEntries(before, changed)) await recordEvent(tx, actor, entry)
  await publishAppointmentEvents(tx, before, changed)
  const hasBookingChanged = changed.state !== before.state || changed.leadId !== before.leadId
  if (hasBookingChanged) await bookLead(tx, actor, changed)
  const wasUnbooked =
    changed.leadId !== before.leadId || (changed.state === 'cancelled' && before.state !== 'cancelled')
  if (wasUnbooked && before.leadId) await unbookLead(tx, actor, before.leadId)
  return { changed }
}

const matchesTechnician = (technician: string): SQL | undefined =>
  technician === NO_TECHNICIAN ? isNull(appointments.technician) : eq(appointments.technician, technician)

/** Filters by end time. Only `startsAt` is indexed, so the maximum window length limits the range of the index scan. */
const endsAfterTime = (moment: Date) =>
  and(gt(appointments.endsAt, moment), gt(appointments.startsAt, subHours(moment, MAX_WINDOW_HOURS + 1)))

const buildAppointmentFilter = (
  tx: OrganizationTransaction,
  { from, to, state, technician, leadId, callId }: AppointmentFilter,
) =>
  and(
    matchesOrganization(tx),
    from ? endsAfterTime(new Date(from)) : undefined,
    to ? lt(appointments.startsAt, new Date(to)) : undefined,
    state ? eq(appointments.state, state) : undefined,
    technician ? matchesTechnician(technician) : undefined,
    leadId ? eq(appointments.leadId, leadId) : undefined,
    callId ? eq(appointments.callId, callId) : undefined,
  )

const toSorting = (sort: AppointmentSort): SortOrder => ({
  column: appointments.startsAt,
  id: appointments.id,
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

async function selectRecords(
  { db }: OrganizationTransaction,
  where: SQL | undefined,
  limit: number,
  sort: AppointmentSort = 'startsAt',
  offset = 0,
): Promise<AppointmentRecord[]> {
  const rows = await db
    .select(RECORD_COLUMNS)
    .from(appointments)
    .where(where)
    .orderBy(...buildOrderBy(toSorting(sort)))
    .limit(limit)
    .offset(offset)
  return rows.map(toJson)
}

type SortedFilter = AppointmentFilter & { sort?: AppointmentSort | undefined }

/**
 * Returns a page of appointments.
 * @throws {CursorError} for an invalid cursor
 */
export async function listAppointments(
  tx: OrganizationTransaction,
  { sort = 'startsAt', limit = PAGE_SIZE, cursor, ...filter }: SortedFilter & { limit?: number; cursor?: string },
): Promise<Page<AppointmentRecord>> {
  const afterCursor = cursor ? buildCursorCondition(cursor, toSorting(sort)) : undefined
  const rows = await selectRecords(tx, and(buildAppointmentFilter(tx, filter), afterCursor), limit + 1, sort)
  return buildPage(rows, limit, (row) => row.startsAt)
}

export async function listAppointmentPage(
  tx: OrganizationTransaction,
  { sort = 'startsAt', ...filter }: SortedFilter,
  page: number,
): Promise<{ rows: AppointmentRecord[]; total: number }> {
  const where = buildAppointmentFilter(tx, filter)
  const rows = await selectRecords(tx, where, PAGE_SIZE, sort, getPageRange(page).from)
  return { rows, total: await tx.db.$count(appointments, where) }
}

export const listAppointmentsBetween = (
  tx: OrganizationTransaction,
  from: Date,
  to: Date,
  limit: number,
): Promise<AppointmentRecord[]> =>
  selectRecords(tx, buildAppointmentFilter(tx, { from: from.toISOString(), to: to.toISOString() }), limit)

const DUE_CONDITION = and(
  inArray(appointments.state, APPOINTMENT_STATE_NAMES.filter(isUpcoming)),
  eq(appointments.isTest, false),
)

export async function listUpcomingVisits(
  tx: OrganizationTransaction,
  phones: readonly string[],
  after: Date,
): Promise<AppointmentRecord[]> {
  if (phones.length === 0) return []
  const matchesPhones = inArray(appointments.phone, [...phones])
  return selectRecords(
    tx,
    and(buildAppointmentFilter(tx, { from: after.toISOString() }), matchesPhones, DUE_CONDITION),
    PAGE_SIZE,
  )
}

export async function hasAppointments(tx: OrganizationTransaction): Promise<boolean> {
  return (await selectRecords(tx, matchesOrganization(tx), 1)).length > 0
}

const MAX_OVERLAPS = 3

export async function findOverlaps(
  tx: OrganizationTransaction,
  {
    id,
    technician,
    startsAt,
    endsAt,
    state,
  }: Pick<AppointmentRecord, 'technician' | 'startsAt' | 'endsAt' | 'state'> & { id?: string | undefined },
): Promise<AppointmentRecord[]> {
  if (!technician || !isUpcoming(state)) return []
  const isOtherAppointment = id ? ne(appointments.id, id) : undefined
  const isAtSameTime = buildAppointmentFilter(tx, { from: startsAt, to: endsAt, technician })
  return selectRecords(tx, and(isAtSameTime, isOtherAppointment, DUE_CONDITION), MAX_OVERLAPS)
}

const MAX_TECHNICIANS = 100

export async function listTechniciansSince(tx: OrganizationTransaction, since: Date): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ technician: appointments.technician })
    .from(appointments)
    .where(and(buildAppointmentFilter(tx, { from: since.toISOString() }), isNotNull(appointments.technician)))
    .orderBy(asc(appointments.technician))
    .limit(MAX_TECHNICIANS)
  return rows.flatMap(({ technician }) => technician ?? [])
}
