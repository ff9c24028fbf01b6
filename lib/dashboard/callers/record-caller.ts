import { and, eq, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { callerNumbers, callers } from '../schema/callers.ts'

/**
 * Returns the id of the caller with this phone number.
 * @param phone E.164
 */
export async function findCallerId(
  { db, organizationId }: OrganizationTransaction,
  phone: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.phone, phone)))
  return row?.id
}

/** Data about a caller. `calledAt` is only set for calls. */
export type CallerDetails = { name?: string | null; calledAt?: Date }

/** Inserts a caller. Returns false if a concurrent transaction inserted the same phone number. */
async function addCaller(
  tx: OrganizationTransaction,
  phone: string,
  { name, calledAt }: CallerDetails,
): Promise<boolean> {
  const { db, organizationId } = tx
  const id = crypto.randomUUID()
  await db.insert(callers).values({ id, organizationId, name, ...(calledAt && { latestAt: calledAt }) })
  const insertedRows = await db
    .insert(callerNumbers)
    .values({ organizationId, phone, callerId: id })
    .onConflictDoNothing()
    .returning({ id: callerNumbers.callerId })
  if (insertedRows.length > 0) return true
  await db.delete(callers).where(and(eq(callers.organizationId, organizationId), eq(callers.id, id)))
  return false
}

/**
 * Creates or updates the caller of a phone number. The latest name replaces the stored one, unless a user typed the
 * stored name.
 * @param phone E.164; if it is missing, nothing happens
 */
export async function recordCaller(
  tx: OrganizationTransaction,
  phone: string | null | undefined,
  details: CallerDetails = {},
): Promise<void> {
  if (!phone) return
  const { db, organizationId } = tx
  const callerId = await findCallerId(tx, phone)
  if (!callerId && (await addCaller(tx, phone, details))) return
  // After a concurrent insert, this query returns the row of the other transaction.
  const id = callerId ?? (await findCallerId(tx, phone))
  const { name, calledAt } = details
  if (!id || (!name && !calledAt)) return
  await db
    .update(callers)
    .set({
      ...(name && { name: sql`case when ${callers.nameTyped} then ${callers.name} else ${name} end` }),
      ...(calledAt && { latestAt: sql`greatest(${callers.latestAt}, ${calledAt.toISOString()}::timestamptz)` }),
      updatedAt: sql`now()`,
    })
    .where(and(eq(callers.organizationId, organizationId), eq(callers.id, id)))
}
