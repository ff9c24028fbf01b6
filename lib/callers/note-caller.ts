import { and, eq, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { callerNumbers, callers } from '../db/schema/index.ts'

/** The caller whom a number belongs to. @param phone in E.164 */
export async function callerIdOf(
  { db, organizationId }: OrganizationTransaction,
  phone: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.phone, phone)))
  return found?.id
}

/** What a call, a lead or a visit says of who it is of; `calledAt` for a call. */
export type Noted = { name?: string | null; calledAt?: Date }

/** Makes a caller of a new number, unless somebody else does so at the same time: then theirs counts. */
async function addCaller(tx: OrganizationTransaction, phone: string, { name, calledAt }: Noted): Promise<boolean> {
  const { db, organizationId } = tx
  const id = crypto.randomUUID()
  await db.insert(callers).values({ id, organizationId, name, ...(calledAt && { latestAt: calledAt }) })
  const added = await db
    .insert(callerNumbers)
    .values({ organizationId, phone, callerId: id })
    .onConflictDoNothing()
    .returning({ id: callerNumbers.callerId })
  if (added.length > 0) return true
  await db.delete(callers).where(and(eq(callers.organizationId, organizationId), eq(callers.id, id)))
  return false
}

/**
 * Sees to it that a number that is stored belongs to a caller. The name is that which was given last, unless a person wrote
 * one; what else people wrote is not touched.
 * @param phone in E.164; without one there is nobody to be known
 */
export async function noteCaller(
  tx: OrganizationTransaction,
  phone: string | null | undefined,
  noted: Noted = {},
): Promise<void> {
  if (!phone) return
  const { db, organizationId } = tx
  const known = await callerIdOf(tx, phone)
  if (!known && (await addCaller(tx, phone, noted))) return
  // After another has added it at the same time, this statement sees whose the number is.
  const id = known ?? (await callerIdOf(tx, phone))
  const { name, calledAt } = noted
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
