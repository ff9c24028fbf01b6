import { millisecondsInDay } from 'date-fns/constants'
import { and, lt, not } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { contactMessages } from './schema.ts'
import { isUndelivered } from '../outbox/enqueue.ts'

/** Days, as in the privacy policy. The office has its own copy. */
export const MESSAGE_RETENTION_DAYS = 365

/** Keeps undelivered messages, which a long mail outage must not lose. Returns the number of deleted ones. */
export async function deleteOldMessages(db: Database, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - MESSAGE_RETENTION_DAYS * millisecondsInDay)
  const isOld = and(lt(contactMessages.createdAt, oldest), not(isUndelivered(contactMessages.id)))
  const { count } = await db.delete(contactMessages).where(isOld)
  return count
}
