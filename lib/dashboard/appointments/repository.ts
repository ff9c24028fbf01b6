import { subHours } from 'date-fns'
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { noteCaller } from '../callers/note-caller.ts'
import { requireCall } from '../calls/repository.ts'
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
import { leads } from '../schema/leads.ts'
import { UnknownReferenceError } from '../../platform/db/unknown-reference.ts'
import type { Action, Actor } from '../model/event.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import type { LeadRecord } from '../leads/record.ts'
import { changeLead, findLead } from '../leads/repository.ts'
import { pageRange } from '../../values/paging.ts'
import { separateExtension } from '../../values/phone-number.ts'
import {
  APPOINTMENT_STATE_NAMES,
  type AppointmentState,
  isAhead,
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
  windowProblem,
} from './input.ts'

const { organizationId: _organizationId, ...RECORD } = getTableColumns(appointments)

const ofOrganization = ({ organizationId }: OrganizationTransaction) => eq(appointments.organizationId, organizationId)

const oneOf = (tx: OrganizationTransaction, id: string) => and(ofOrganization(tx), eq(appointments.id, id))

const fieldError = (field: keyof AppointmentChange, message: string) =>
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
  const before = values.job ?? job
  return { ...values, job: before.includes(note) ? before : `${before} ${note}`.trim() }
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

const AGREED: AppointmentState[] = ['confirmed', 'done']

/** Sets the stage of a booked lead back to qualified if no confirmed or completed visit is left. */
async function unbookLead(tx: OrganizationTransaction, actor: Actor, leadId: string): Promise<void> {
  // Lock the lead first. Of two concurrent cancellations, the second then sees the result of the first.
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
    .returning(RECORD)
  if (!row) throw new Error('No row returned for the stored appointment')
  if (!row.isTest) await noteCaller(tx, row.phone, { name: row.customer })
  await recordEvent(tx, actor, {
    action: 'appointment.created',
    subjectId: row.id,
    details: { state, ...(row.isTest && { isTest: true }) },
  })
  const created = asJson(row)
  await bookLead(tx, actor, created)
  return created
}

/** Returns undefined if the id is unknown or malformed. */
export async function findAppointment(tx: OrganizationTransaction, id: string): Promise<AppointmentRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(appointments).where(oneOf(tx, id))
  return row && asJson(row)
}

type Values = Omit<z.output<typeof appointmentChange>, 'startsAt' | 'endsAt' | 'reason'> & {
  startsAt: Date
  endsAt: Date
  reason: string | null
}

/**
 * Returns the values to store. The reason explains the latest move or status change, so a later one without a reason
 * clears it.
 */
function valuesOf(before: AppointmentRecord, change: z.output<typeof appointmentChange>): Values {
  const [startsAt, endsAt] = [new Date(change.startsAt ?? before.startsAt), new Date(change.endsAt ?? before.endsAt)]
  const isMoved = startsAt.toISOString() !== before.startsAt || endsAt.toISOString() !== before.endsAt
  const { state = before.state } = change
  if (state !== before.state && !NEXT_STATES[before.state].includes(state))
    throw fieldError('state', `A visit can’t change from ${before.state} to ${state}`)
  if (isMoved && !isAhead(state))
    throw fieldError('startsAt', `A visit that is ${state} can’t be moved. Restore it first`)
  const problem = windowProblem(startsAt, endsAt)
  if (problem) throw fieldError('endsAt', problem)
  const keepsReason = change.reason === undefined && !isMoved && state === before.state
  return { ...change, startsAt, endsAt, state, reason: keepsReason ? before.reason : (change.reason ?? null) }
}

function actionTo(state: AppointmentState, before: AppointmentState): Action {
  if (state === 'cancelled') return 'appointment.cancelled'
  if (state === 'done') return 'appointment.done'
  return before === 'requested' ? 'appointment.confirmed' : 'appointment.reopened'
}

const WINDOW = new Set(['startsAt', 'endsAt'])

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

const isAsBefore = (before: AppointmentRecord, values: Values): boolean =>
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
): Promise<Changed<AppointmentRecord>> {
  const wanted = appointmentChange.parse(change)
  if (!isRowId(id)) return undefined
  const [held] = await tx.db.select(RECORD).from(appointments).where(oneOf(tx, id)).for('update')
  if (!held) return undefined
  const before = asJson(held)
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
  if (!row) throw new Error('No row returned for the locked appointment')
  const changed = asJson(row)
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

/** Filters by end time. Only `startsAt` is indexed, so the maximum window length limits the range of the index scan. */
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

async function recordsOf(
  { db }: OrganizationTransaction,
  where: SQL | undefined,
  limit: number,
  sort: AppointmentSort = 'startsAt',
  offset = 0,
): Promise<AppointmentRecord[]> {
  const rows = await db
    .select(RECORD)
    .from(appointments)
    .where(where)
    .orderBy(...orderOf(sortingOf(sort)))
    .limit(limit)
    .offset(offset)
  return rows.map(asJson)
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
  const after = cursor ? rowsAfter(cursor, sortingOf(sort)) : undefined
  const rows = await recordsOf(tx, and(appointmentsWhere(tx, filter), after), limit + 1, sort)
  return pageOf(rows, limit, (row) => row.startsAt)
}

export async function pageOfAppointments(
  tx: OrganizationTransaction,
  { sort = 'startsAt', ...filter }: SortedFilter,
  page: number,
): Promise<{ rows: AppointmentRecord[]; total: number }> {
  const where = appointmentsWhere(tx, filter)
  const rows = await recordsOf(tx, where, PAGE_SIZE, sort, pageRange(page).from)
  return { rows, total: await tx.db.$count(appointments, where) }
}

export const appointmentsBetween = (
  tx: OrganizationTransaction,
  from: Date,
  to: Date,
  limit: number,
): Promise<AppointmentRecord[]> =>
  recordsOf(tx, appointmentsWhere(tx, { from: from.toISOString(), to: to.toISOString() }), limit)

const IS_DUE = and(inArray(appointments.state, APPOINTMENT_STATE_NAMES.filter(isAhead)), eq(appointments.isTest, false))

export async function upcomingVisitsOf(
  tx: OrganizationTransaction,
  phones: readonly string[],
  after: Date,
): Promise<AppointmentRecord[]> {
  if (phones.length === 0) return []
  const isOfPhones = inArray(appointments.phone, [...phones])
  return recordsOf(tx, and(appointmentsWhere(tx, { from: after.toISOString() }), isOfPhones, IS_DUE), PAGE_SIZE)
}

export async function hasAppointments(tx: OrganizationTransaction): Promise<boolean> {
  return (await recordsOf(tx, ofOrganization(tx), 1)).length > 0
}

const OVERLAPS_SHOWN = 3

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
  const isOther = id ? ne(appointments.id, id) : undefined
  const isAtSameTime = appointmentsWhere(tx, { from: startsAt, to: endsAt, technician })
  return recordsOf(tx, and(isAtSameTime, isOther, IS_DUE), OVERLAPS_SHOWN)
}

const TECHNICIANS_OFFERED = 100

export async function techniciansSince(tx: OrganizationTransaction, since: Date): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ technician: appointments.technician })
    .from(appointments)
    .where(and(appointmentsWhere(tx, { from: since.toISOString() }), isNotNull(appointments.technician)))
    .orderBy(asc(appointments.technician))
    .limit(TECHNICIANS_OFFERED)
  return rows.flatMap(({ technician }) => technician ?? [])
}
