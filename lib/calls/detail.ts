import { and, asc, eq, or } from 'drizzle-orm'
import { alertsOfCalls } from '../alerts/store.ts'
import { isAllowed } from '../auth/check-access.ts'
import type { Member } from '../auth/session-claims.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, leads } from '../db/schema/index.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { recordReading } from '../events/reading.ts'
import type { CallDetail, CallRecord } from './record.ts'
import { findCall } from './store.ts'

/** Who opens a call. */
export type CallReader = { personId: string; mayReadAppointments: boolean }

/** A member as the reader of a call. */
export const readerOfCalls = (member: Member): CallReader => ({
  personId: member.userId,
  mayReadAppointments: isAllowed(member, { permission: 'org:appointments:read' }),
})

/** Opens a call for a person, which is in the log from then on. @returns undefined when there is none with this id */
export async function openCall(
  tx: OrganizationTransaction,
  id: string,
  { personId, mayReadAppointments }: CallReader,
): Promise<CallDetail | undefined> {
  const call = await findCall(tx, id)
  if (!call) return undefined
  await recordReading(tx, { kind: 'person', id: personId }, 'call.read', id)
  if (call.transcript) await recordReading(tx, { kind: 'person', id: personId }, 'transcript.read', id)
  const { db, organizationId } = tx
  const [lead] = await db
    .select({ id: leads.id, name: leads.name, stage: leads.stage })
    .from(leads)
    .where(and(eq(leads.organizationId, organizationId), eq(leads.callId, id)))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1)
  return {
    call,
    lead: lead ?? null,
    visits: mayReadAppointments ? await appointmentsOf(tx, call) : null,
    alerts: (await alertsOfCalls(tx, [id])).get(id) ?? [],
    timeZone: await timeZoneOf(tx),
  }
}

async function appointmentsOf(
  { db, organizationId }: OrganizationTransaction,
  call: CallRecord,
): Promise<CallDetail['visits']> {
  const { id, startsAt, endsAt, state, technician } = appointments
  const isOfCall = call.appointmentId
    ? or(eq(appointments.callId, call.id), eq(id, call.appointmentId))
    : eq(appointments.callId, call.id)
  const rows = await db
    .select({ id, startsAt, endsAt, state, technician })
    .from(appointments)
    .where(and(eq(appointments.organizationId, organizationId), isOfCall))
    .orderBy(asc(startsAt), asc(id))
  return rows.map((row) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    isAskedAbout: row.id === call.appointmentId,
  }))
}
