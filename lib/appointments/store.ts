import { subHours } from 'date-fns'
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { noteCaller } from '../callers/note-caller.ts'
import { requireCall } from '../calls/store.ts'
import { PAGE_SIZE } from '../constants.ts'
import { asJson, type Changed, isRowId, orderOf, type Page, pageOf, rowsAfter, type Sorting } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, leads } from '../db/schema/index.ts'
import { UnknownReferenceError } from '../db/unknown-reference.ts'
import type { Action, Actor } from '../events/event.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import type { LeadRecord } from '../leads/record.ts'
import { changeLead, findLead } from '../leads/store.ts'
import { pageRange } from '../paging.ts'
import {
  APPOINTMENT_STATE_NAMES,
  type AppointmentState,
  isAhead,
  MAX_WINDOW_HOURS,
  NEXT_STATES,
  NO_TECHNICIAN,
} from './appointment.ts'
import { moveExtension } from './extension.ts'
import {
  type AppointmentChange,
  appointmentChange,
  type AppointmentFilter,
  type AppointmentInput,
  appointmentInput,
  type AppointmentRecord,
  type AppointmentSort,
  windowProblem,
} from './input.ts'

const { organizationId: _organizationId, ...RECORD } = getTableColumns(appointments)

type AppointmentRow = Omit<typeof appointments.$inferSelect, 'organizationId'>

const recordOf = (row: AppointmentRow): AppointmentRecord => asJson(row)

const ofOrganization = ({ organizationId }: OrganizationTransaction) => eq(appointments.organizationId, organizationId)

const oneOf = (tx: OrganizationTransaction, id: string) => and(ofOrganization(tx), eq(appointments.id, id))

/** What does not fit an appointment as it stands, in the form of what does not fit an input. */
const fieldError = (field: keyof AppointmentChange, message: string) =>
  new z.ZodError([{ code: 'custom', path: [field], message, input: undefined }])

async function requireLead(
  tx: OrganizationTransaction,
  leadId: string | null | undefined,
): Promise<LeadRecord | undefined> {
  const lead = leadId ? await findLead(tx, leadId) : undefined
  if (leadId && !lead) throw new UnknownReferenceError('leadId')
  return lead
}

/** A lead with a confirmed visit is booked; one that was won stays so. */
async function bookLead(
  tx: OrganizationTransaction,
  actor: Actor,
  { leadId, state }: AppointmentRecord,
): Promise<void> {
  if (!leadId || state !== 'confirmed') return
  const lead = await findLead(tx, leadId)
  if (lead && lead.stage !== 'won') await changeLead(tx, actor, leadId, { stage: 'booked' })
}

/** States in which somebody agreed to a visit that was not taken back. */
const AGREED: AppointmentState[] = ['confirmed', 'done']

/** A lead is booked by a visit: without any that was agreed it is qualified again. One at another stage stays there. */
async function unbookLead(tx: OrganizationTransaction, actor: Actor, leadId: string): Promise<void> {
  // Held before the visits are looked at: of two that are cancelled at once, the second one sees the first.
  const [lead] = await tx.db
    .select({ stage: leads.stage })
    .from(leads)
    .where(and(eq(leads.organizationId, tx.organizationId), eq(leads.id, leadId)))
    .for('update')
  if (lead?.stage !== 'booked') return
  const [agreed] = await tx.db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(ofOrganization(tx), eq(appointments.leadId, leadId), inArray(appointments.state, AGREED)))
    .limit(1)
  if (!agreed) await changeLead(tx, actor, leadId, { stage: 'qualified' })
}

/**
 * Stores an appointment; the lead of one that is confirmed is booked. A visit to the lead of a test call is a test as well.
 * @throws {z.ZodError} for an input that does not fit
 * @throws {UnknownReferenceError} for a lead or a call that the organization does not have
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
    .returning(RECORD)
  if (!row) throw new Error('An appointment was stored and not given back')
  if (!row.isTest) await noteCaller(tx, row.phone, { name: row.customer })
  await recordEvent(tx, actor, {
    action: 'appointment.created',
    subjectId: row.id,
    details: { state, ...(row.isTest && { isTest: true }) },
  })
  const created = recordOf(row)
  await bookLead(tx, actor, created)
  return created
}

/** An appointment of the organization; undefined when there is none with this id, whatever the id is. */
export async function findAppointment(tx: OrganizationTransaction, id: string): Promise<AppointmentRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(appointments).where(oneOf(tx, id))
  return row && recordOf(row)
}

type Values = Omit<z.output<typeof appointmentChange>, 'startsAt' | 'endsAt' | 'reason'> & {
  startsAt: Date
  endsAt: Date
  reason: string | null
}

/** What an appointment becomes. A reason is that of the last move or cancellation, so one without takes the old away. */
function valuesOf(before: AppointmentRecord, change: z.output<typeof appointmentChange>): Values {
  const [startsAt, endsAt] = [new Date(change.startsAt ?? before.startsAt), new Date(change.endsAt ?? before.endsAt)]
  const isMoved = startsAt.toISOString() !== before.startsAt || endsAt.toISOString() !== before.endsAt
  const { state = before.state } = change
  if (state !== before.state && !NEXT_STATES[before.state].includes(state))
    throw fieldError('state', `A visit that is ${before.state} cannot become ${state}`)
  if (isMoved && !isAhead(state))
    throw fieldError('startsAt', `A visit that is ${state} cannot be moved: put it back first`)
  const problem = windowProblem(startsAt, endsAt)
  if (problem) throw fieldError('endsAt', problem)
  const keepsReason = change.reason === undefined && !isMoved && state === before.state
  return { ...change, startsAt, endsAt, state, reason: keepsReason ? before.reason : (change.reason ?? null) }
}

/** The entry of the log that a change of state is. */
function actionTo(state: AppointmentState, before: AppointmentState): Action {
  if (state === 'cancelled') return 'appointment.cancelled'
  if (state === 'done') return 'appointment.done'
  return before === 'requested' ? 'appointment.confirmed' : 'appointment.reopened'
}

const WINDOW = new Set(['startsAt', 'endsAt'])

/** Entries of the log for what changed: a move, another state, and everything else. */
function entriesOf(before: AppointmentRecord, after: AppointmentRecord): EventEntry[] {
  const names = Object.keys(after) as (keyof AppointmentRecord)[]
  const fields = names.filter((name) => name !== 'version' && name !== 'updatedAt' && after[name] !== before[name])
  const entries: EventEntry[] = []
  if (fields.some((field) => WINDOW.has(field)))
    entries.push({ action: 'appointment.moved', details: { from: before.startsAt, to: after.startsAt } })
  if (after.state !== before.state)
    entries.push({ action: actionTo(after.state, before.state), details: { from: before.state, to: after.state } })
  const others = fields.filter((field) => !WINDOW.has(field) && field !== 'state' && field !== 'reason')
  if (others.length > 0 || (entries.length === 0 && fields.length > 0))
    entries.push({ action: 'appointment.updated', details: { fields: others.length > 0 ? others : fields } })
  return entries.map((entry) => ({ ...entry, subjectId: after.id }))
}

/** Whether nothing would be another than it is. */
const isAsBefore = (before: AppointmentRecord, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => {
    const now = value instanceof Date ? value.toISOString() : value
    return now === undefined || now === before[name as keyof AppointmentRecord]
  })

/**
 * Changes an appointment. Moving, confirming, cancelling it and the like are entries of their own in the log; what stays as
 * it was is none. The lead of one that is confirmed is booked, and one that has lost its last visit is not any more.
 * @param version that the change was made of; without one it is made whatever was there
 * @throws {z.ZodError} for a change that does not fit, or not the appointment as it stands
 * @throws {UnknownReferenceError} for a lead or a call that the organization does not have
 */
export async function changeAppointment(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  change: AppointmentChange,
  version?: number,
): Promise<Changed<AppointmentRecord>> {
  const wanted = appointmentChange.parse(change)
  if (!isRowId(id)) return undefined
  const [held] = await tx.db.select(RECORD).from(appointments).where(oneOf(tx, id)).for('update')
  if (!held) return undefined
  const before = recordOf(held)
  if (version !== undefined && version !== before.version) return { conflict: before }
  const values = valuesOf(before, moveExtension(wanted, before.job))
  if (isAsBefore(before, values)) return { changed: before }
  if (wanted.leadId !== before.leadId) await requireLead(tx, wanted.leadId)
  if (wanted.callId !== before.callId) await requireCall(tx, wanted.callId)
  const [row] = await tx.db
    .update(appointments)
    .set({ ...values, version: sql`${appointments.version} + 1`, updatedAt: sql`now()` })
    .where(oneOf(tx, id))
    .returning(RECORD)
  if (!row) throw new Error('An appointment that is held could not be changed')
  const changed = recordOf(row)
  const isOtherCaller = changed.phone !== before.phone || changed.customer !== before.customer
  if (!changed.isTest && isOtherCaller) await noteCaller(tx, changed.phone, { name: changed.customer })
  for (const entry of entriesOf(before, changed)) await recordEvent(tx, actor, entry)
  const isBooking = changed.state !== before.state || changed.leadId !== before.leadId
  if (isBooking) await bookLead(tx, actor, changed)
  const isTaken = changed.leadId !== before.leadId || (changed.state === 'cancelled' && before.state !== 'cancelled')
  if (isTaken && before.leadId) await unbookLead(tx, actor, before.leadId)
  return { changed }
}

const technicianIs = (technician: string): SQL | undefined =>
  technician === NO_TECHNICIAN ? isNull(appointments.technician) : eq(appointments.technician, technician)

/** The index has the beginning of a window only, which is not longer before its end than windows may be. */
const endsAfter = (moment: Date) =>
  and(gt(appointments.endsAt, moment), gt(appointments.startsAt, subHours(moment, MAX_WINDOW_HOURS + 1)))

const appointmentsWhere = (
  tx: OrganizationTransaction,
  { from, to, state, technician, leadId, callId }: AppointmentFilter,
) =>
  and(
    ofOrganization(tx),
    from ? endsAfter(new Date(from)) : undefined,
    to ? lt(appointments.startsAt, new Date(to)) : undefined,
    state ? eq(appointments.state, state) : undefined,
    technician ? technicianIs(technician) : undefined,
    leadId ? eq(appointments.leadId, leadId) : undefined,
    callId ? eq(appointments.callId, callId) : undefined,
  )

const sortingOf = (sort: AppointmentSort): Sorting => ({
  by: appointments.startsAt,
  id: appointments.id,
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

type SortedFilter = AppointmentFilter & { sort?: AppointmentSort | undefined }

/**
 * A page by cursor of the organization's appointments.
 * @throws {CursorError} for a cursor that none of our answers had
 */
export async function listAppointments(
  tx: OrganizationTransaction,
  { sort = 'startsAt', limit = PAGE_SIZE, cursor, ...filter }: SortedFilter & { limit?: number; cursor?: string },
): Promise<Page<AppointmentRecord>> {
  const sorting = sortingOf(sort)
  const rows = await tx.db
    .select(RECORD)
    .from(appointments)
    .where(and(appointmentsWhere(tx, filter), cursor ? rowsAfter(cursor, sorting) : undefined))
    .orderBy(...orderOf(sorting))
    .limit(limit + 1)
  return pageOf(rows.map(recordOf), limit, (row) => row.startsAt)
}

/** One page of the organization's appointments, PAGE_SIZE on each, and how many there are. */
export async function pageOfAppointments(
  tx: OrganizationTransaction,
  { sort = 'startsAt', ...filter }: SortedFilter,
  page: number,
): Promise<{ rows: AppointmentRecord[]; total: number }> {
  const where = appointmentsWhere(tx, filter)
  const rows = await tx.db
    .select(RECORD)
    .from(appointments)
    .where(where)
    .orderBy(...orderOf(sortingOf(sort)))
    .limit(PAGE_SIZE)
    .offset(pageRange(page).from)
  const [counted] = await tx.db.select({ total: count() }).from(appointments).where(where)
  return { rows: rows.map(recordOf), total: counted?.total ?? 0 }
}

/** Every appointment of which a part is from one moment to another, earliest first; at most as many as the limit. */
export async function appointmentsBetween(
  tx: OrganizationTransaction,
  from: Date,
  to: Date,
  limit: number,
): Promise<AppointmentRecord[]> {
  const rows = await tx.db
    .select(RECORD)
    .from(appointments)
    .where(appointmentsWhere(tx, { from: from.toISOString(), to: to.toISOString() }))
    .orderBy(...orderOf(sortingOf('startsAt')))
    .limit(limit)
  return rows.map(recordOf)
}

/** Visits ahead that are booked under one of some phone numbers, earliest first; none of test calls. */
export async function upcomingVisitsOf(
  tx: OrganizationTransaction,
  phones: readonly string[],
  after: Date,
): Promise<AppointmentRecord[]> {
  if (phones.length === 0) return []
  const rows = await tx.db
    .select(RECORD)
    .from(appointments)
    .where(
      and(
        appointmentsWhere(tx, { from: after.toISOString() }),
        inArray(appointments.phone, [...phones]),
        inArray(appointments.state, APPOINTMENT_STATE_NAMES.filter(isAhead)),
        eq(appointments.isTest, false),
      ),
    )
    .orderBy(...orderOf(sortingOf('startsAt')))
    .limit(PAGE_SIZE)
  return rows.map(recordOf)
}

/** Whether the organization has any appointment, of whatever time and state. */
export async function hasAppointments(tx: OrganizationTransaction): Promise<boolean> {
  const rows = await tx.db.select({ id: appointments.id }).from(appointments).where(ofOrganization(tx)).limit(1)
  return rows.length > 0
}

/** Overlapping visits that are named, when somebody is to be at two places. */
const OVERLAPS_SHOWN = 3

/** Other visits in the same window to which the same technician is still to go: allowed, but worth telling. */
export async function overlapsOf(
  tx: OrganizationTransaction,
  {
    id,
    technician,
    startsAt,
    endsAt,
    state,
  }: Pick<AppointmentRecord, 'technician' | 'startsAt' | 'endsAt' | 'state'> & { id?: string | undefined },
): Promise<AppointmentRecord[]> {
  if (!technician || !isAhead(state)) return []
  const rows = await tx.db
    .select(RECORD)
    .from(appointments)
    .where(
      and(
        appointmentsWhere(tx, { from: startsAt, to: endsAt, technician }),
        inArray(appointments.state, APPOINTMENT_STATE_NAMES.filter(isAhead)),
        id ? ne(appointments.id, id) : undefined,
        eq(appointments.isTest, false),
      ),
    )
    .orderBy(...orderOf(sortingOf('startsAt')))
    .limit(OVERLAPS_SHOWN)
  return rows.map(recordOf)
}

/** Names that are offered when somebody chooses who goes. */
const TECHNICIANS_OFFERED = 100

/** Who went or goes to visits that end after a moment, by name. */
export async function techniciansSince(tx: OrganizationTransaction, since: Date): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ technician: appointments.technician })
    .from(appointments)
    .where(and(appointmentsWhere(tx, { from: since.toISOString() }), isNotNull(appointments.technician)))
    .orderBy(asc(appointments.technician))
    .limit(TECHNICIANS_OFFERED)
  return rows.flatMap(({ technician }) => technician ?? [])
}
