import { millisecondsInDay } from 'date-fns/constants'
import { and, lt, not } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { contactMessages } from './schema.ts'
import { isUndelivered } from '../outbox/enqueue.ts'

/** Retention of messages in days, as in the privacy policy. The office has a separate copy. */
export const MESSAGE_RETENTION_DAYS = 365

/**
 * Deletes old messages. Keeps undelivered ones, so that a long mail outage loses none. Returns the number of deleted
 * messages.
 */
export async function deleteOldMessages(db: Database, now: Date): Promise<number> {
  const cutoff = new Date(now.getTime() - MESSAGE_RETENTION_DAYS * millisecondsInDay)
  const isExpired = and(lt(contactMessages.createdAt, cutoff), not(isUndelivered(contactMessages.id)))
  const { count } = await db.delete(contactMessages).where(isExpired)
  return count
}
