import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'

export const selectIds = (tx: OrganizationTransaction, table: typeof calls | typeof leads, where: SQL | undefined) =>
  tx.db.select({ id: table.id }).from(table).where(where)

/**
 * Returns the conditions for a caller's calls, leads and visits. Leads and visits that have no phone number match if
 * they came from a call or lead of the caller.
 */
export function buildCallerConditions(tx: OrganizationTransaction, phones: string[]) {
  const { organizationId } = tx
  const callCondition = and(eq(calls.organizationId, organizationId), inArray(calls.callerPhone, phones))
  const leadCondition = and(
    eq(leads.organizationId, organizationId),
    or(
      inArray(leads.phone, phones),
      and(isNull(leads.phone), inArray(leads.callId, selectIds(tx, calls, callCondition))),
    ),
  )
  const visitCondition = and(
    eq(appointments.organizationId, organizationId),
    or(
      inArray(appointments.phone, phones),
      and(
        isNull(appointments.phone),
        or(
          inArray(appointments.callId, selectIds(tx, calls, callCondition)),
          inArray(appointments.leadId, selectIds(tx, leads, leadCondition)),
        ),
      ),
    ),
  )
  return { calls: callCondition, leads: leadCondition, visits: visitCondition }
}
