import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { clerkEvents } from '../db/schema.ts'
import { applyEvent, type CountMembers, type OrganizationEvent } from './events.ts'

/** Longer than anybody delivers again; a repetition after that is harmless, only not recognized. */
const REMEMBERED = sql`now() - interval '30 days'`

/**
 * Applies an event once. What is noted is that it was dealt with, so one that failed half-way is dealt with again.
 * @param deliveryId the `svix-id`, the same for each delivery of one event
 * @throws when the database or Clerk cannot be asked
 */
export async function receiveEvent(
  db: Database,
  deliveryId: string,
  event: OrganizationEvent,
  countMembers: CountMembers,
): Promise<'applied' | 'repeated'> {
  const seen = await db.select().from(clerkEvents).where(eq(clerkEvents.id, deliveryId))
  if (seen.length > 0) return 'repeated'
  await applyEvent(db, event, countMembers)
  await db.insert(clerkEvents).values({ id: deliveryId }).onConflictDoNothing()
  await db.delete(clerkEvents).where(lt(clerkEvents.receivedAt, REMEMBERED))
  return 'applied'
}
