import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { isRowId } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, calls, leads } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'

/** How many of each were removed. */
export type RemovedTests = { calls: number; leads: number; visits: number }

const testCalls = ({ organizationId }: OrganizationTransaction): SQL | undefined =>
  and(eq(calls.organizationId, organizationId), eq(calls.isTest, true))

/** How many test calls an organization keeps. */
export const countTestCalls = (tx: OrganizationTransaction): Promise<number> => tx.db.$count(calls, testCalls(tx))

/** Leads of test calls, or of one of them. */
const testLeads = ({ organizationId }: OrganizationTransaction, callId: string | undefined): SQL | undefined =>
  and(
    eq(leads.organizationId, organizationId),
    eq(leads.isTest, true),
    callId === undefined ? undefined : eq(leads.callId, callId),
  )

/**
 * Removes test calls with their leads and visits: one, or all of them. Nothing else is removed, whatever its id; the log has
 * numbers only.
 * @param callId of the call; without one, all
 * @returns undefined when there is no such test call
 */
export async function removeTestCalls(
  tx: OrganizationTransaction,
  actor: Actor,
  callId?: string,
): Promise<RemovedTests | undefined> {
  if (callId !== undefined && !isRowId(callId)) return undefined
  const { db, organizationId } = tx
  const wanted = and(testCalls(tx), callId === undefined ? undefined : eq(calls.id, callId))
  const held = await db.select({ id: calls.id }).from(calls).where(wanted).orderBy(calls.id).for('update')
  if (callId !== undefined && held.length === 0) return undefined
  const leadIds = db.select({ id: leads.id }).from(leads).where(testLeads(tx, callId))
  const visits = await db
    .delete(appointments)
    .where(
      and(
        eq(appointments.organizationId, organizationId),
        eq(appointments.isTest, true),
        callId === undefined ? undefined : or(eq(appointments.callId, callId), inArray(appointments.leadId, leadIds)),
      ),
    )
    .returning({ id: appointments.id })
  const removedLeads = await db.delete(leads).where(testLeads(tx, callId)).returning({ id: leads.id })
  const removed = await db.delete(calls).where(wanted).returning({ id: calls.id })
  const counts: RemovedTests = { calls: removed.length, leads: removedLeads.length, visits: visits.length }
  if (Object.values(counts).some((count) => count > 0)) {
    await recordEvent(tx, actor, {
      action: 'calls.deleted',
      ...(callId !== undefined && { subjectId: callId }),
      details: counts,
    })
  }
  return counts
}
