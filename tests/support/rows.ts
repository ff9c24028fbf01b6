import type { OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { appointments, calls, leads } from './tables.ts'
import type { CallInput, CallRecord } from '../../lib/dashboard/calls/input.ts'
import { createCallOnce } from '../../lib/dashboard/calls/repository.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'

/** A call as the assistant reports it. */
export const REPORTED_CALL: CallInput = {
  startedAt: '2026-03-02T07:14:00Z',
  duration: 83,
  callerName: 'Ada Vance',
  callerPhone: '+12125550142',
  outcome: 'booked',
  summary: 'No heat with an infant in the house.',
  callerWords: 'My furnace stopped',
  transcript: [{ speaker: 'caller', text: 'This is Ada Vance, my furnace stopped.', at: 4 }],
}

/** Stores a call as the product does, with its caller and its event. */
export const createCall = async (tx: OrganizationTransaction, actor: Actor, input: CallInput): Promise<CallRecord> =>
  (await createCallOnce(tx, actor, input)).call

/* The following functions insert one row each, with defaults, and return its ID. */

export async function addCall(
  { db, organizationId }: OrganizationTransaction,
  call: Partial<typeof calls.$inferInsert> = {},
): Promise<string> {
  const values = { organizationId, startedAt: new Date(), outcome: 'booked' as const, ...call }
  const [row] = await db.insert(calls).values(values).returning({ id: calls.id })
  return row?.id ?? ''
}

export async function addLead(
  { db, organizationId }: OrganizationTransaction,
  lead: Partial<typeof leads.$inferInsert> = {},
): Promise<string> {
  const values = { organizationId, name: 'Ada Sample', problem: 'No heat', source: 'call' as const, ...lead }
  const [row] = await db.insert(leads).values(values).returning({ id: leads.id })
  return row?.id ?? ''
}

/** Inserts an appointment of two hours. */
export async function addAppointment(
  { db, organizationId }: OrganizationTransaction,
  appointment: Partial<typeof appointments.$inferInsert> & { startsAt: Date },
): Promise<string> {
  const endsAt = new Date(appointment.startsAt.getTime() + 7_200_000)
  const values = { organizationId, customer: 'Ada Sample', job: 'No heat', endsAt, ...appointment }
  const [row] = await db.insert(appointments).values(values).returning({ id: appointments.id })
  return row?.id ?? ''
}
