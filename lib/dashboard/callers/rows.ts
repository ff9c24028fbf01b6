import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'

export const idsOf = (tx: OrganizationTransaction, table: typeof calls | typeof leads, where: SQL | undefined) =>
  tx.db.select({ id: table.id }).from(table).where(where)

/**
 * Returns the conditions for a caller's calls, leads and visits. Leads and visits without a phone number match if they
 * came from a call or lead of the caller.
 */
export function rowsOfCaller(tx: OrganizationTransaction, phones: string[]) {
  const { organizationId } = tx
  const ofCalls = and(eq(calls.organizationId, organizationId), inArray(calls.callerPhone, phones))
  const ofLeads = and(
    eq(leads.organizationId, organizationId),
    or(inArray(leads.phone, phones), and(isNull(leads.phone), inArray(leads.callId, idsOf(tx, calls, ofCalls)))),
  )
  const ofVisits = and(
    eq(appointments.organizationId, organizationId),
    or(
      inArray(appointments.phone, phones),
      and(
        isNull(appointments.phone),
        or(
          inArray(appointments.callId, idsOf(tx, calls, ofCalls)),
          inArray(appointments.leadId, idsOf(tx, leads, ofLeads)),
        ),
      ),
    ),
  )
  return { calls: ofCalls, leads: ofLeads, visits: ofVisits }
}
