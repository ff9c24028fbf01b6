import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'

export type RemovedTestData = { calls: number; leads: number; visits: number }

const isTestCall = ({ organizationId }: OrganizationTransaction): SQL | undefined =>
  and(eq(calls.organizationId, organizationId), eq(calls.isTest, true))

export const countTestCalls = (tx: OrganizationTransaction): Promise<number> => tx.db.$count(calls, isTestCall(tx))

const isTestLead = ({ organizationId }: OrganizationTransaction, callId: string | undefined): SQL | undefined =>
  and(
    eq(leads.organizationId, organizationId),
    eq(leads.isTest, true),
    callId === undefined ? undefined : eq(leads.callId, callId),
  )

/**
 * Deletes test calls with their test leads and test visits. Never deletes other records.
 * @param callId one test call; all test calls if omitted
 * @returns undefined if the test call does not exist
 */
export async function removeTestCalls(
  tx: OrganizationTransaction,
  actor: Actor,
  callId?: string,
): Promise<RemovedTestData | undefined> {
  if (callId !== undefined && !isRowId(callId)) return undefined
  const { db, organizationId } = tx
  const callCondition = and(isTestCall(tx), callId === undefined ? undefined : eq(calls.id, callId))
  const lockedCalls = await db.select({ id: calls.id }).from(calls).where(callCondition).orderBy(calls.id).for('update')
  if (callId !== undefined && lockedCalls.length === 0) return undefined
  const leadIds = db.select({ id: leads.id }).from(leads).where(isTestLead(tx, callId))
  const deletedVisits = await db
    .delete(appointments)
    .where(
      and(
        eq(appointments.organizationId, organizationId),
        eq(appointments.isTest, true),
        callId === undefined ? undefined : or(eq(appointments.callId, callId), inArray(appointments.leadId, leadIds)),
      ),
    )
    .returning({ id: appointments.id })
  const deletedLeads = await db.delete(leads).where(isTestLead(tx, callId)).returning({ id: leads.id })
  const deletedCalls = await db.delete(calls).where(callCondition).returning({ id: calls.id })
  const counts: RemovedTestData = {
    calls: deletedCalls.length,
    leads: deletedLeads.length,
    visits: deletedVisits.length,
  }
  if (Object.values(counts).some((count) => count > 0)) {
    await recordEvent(tx, actor, {
      action: 'calls.deleted',
      ...(callId !== undefined && { subjectId: callId }),
      details: counts,
    })
  }
  return counts
}
