import { and, asc, eq, or } from 'drizzle-orm'
import { findAlertsByCall } from '../alerts/repository.ts'
import type { RecordReader } from '../access/record-reader.ts'
import { toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { leads } from '../schema/leads.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { recordReadEvent } from '../events/read-event.ts'
import type { CallDetail, CallRecord } from '../model/call-record.ts'
import { findCall } from './repository.ts'

/**
 * Reads a call and logs the view.
 * @returns undefined if the call does not exist
 */
export async function openCall(
  tx: OrganizationTransaction,
  id: string,
  { userId, canReadAppointments }: RecordReader,
): Promise<CallDetail | undefined> {
  const call = await findCall(tx, id)
  if (!call) return undefined
  const actor = { kind: 'person', id: userId } as const
  await recordReadEvent(tx, actor, 'call.read', id)
  if (call.transcript) await recordReadEvent(tx, actor, 'transcript.read', id)
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
    visits: canReadAppointments ? await findAppointments(tx, call) : null,
    alerts: (await findAlertsByCall(tx, [id])).get(id) ?? [],
    timeZone: await getTimeZone(tx),
  }
}

async function findAppointments(
  { db, organizationId }: OrganizationTransaction,
  call: CallRecord,
): Promise<CallDetail['visits']> {
  const { id, startsAt, endsAt, state, technician } = appointments
  const matchesCall = call.appointmentId
    ? or(eq(appointments.callId, call.id), eq(id, call.appointmentId))
    : eq(appointments.callId, call.id)
  const rows = await db
    .select({ id, startsAt, endsAt, state, technician })
    .from(appointments)
    .where(and(eq(appointments.organizationId, organizationId), matchesCall))
    .orderBy(asc(startsAt), asc(id))
  return rows.map((row) => ({ ...toJson(row), isAskedAbout: row.id === call.appointmentId }))
}
