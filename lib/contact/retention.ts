import { and, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { contactDeliveries, contactMessages } from '../db/schema/index.ts'

/** Days a message is kept here, as the privacy policy says. Those who answer it have a copy of their own. */
export const MESSAGE_RETENTION_DAYS = 365

const DAY = 24 * 60 * 60_000

/**
 * Deletes the messages that are older than {@link MESSAGE_RETENTION_DAYS}, except those that have not gone out on every
 * way yet: nothing is lost to a mail server that has been dead for long.
 * @returns how many
 */
export async function deleteOldMessages(db: Database, now: Date): Promise<number> {
  const waiting = db
    .select({ one: sql`1` })
    .from(contactDeliveries)
    .where(sql`${contactDeliveries.messageId} = ${contactMessages.id} and ${contactDeliveries.deliveredAt} is null`)
  const deleted = await db
    .delete(contactMessages)
    .where(
      and(lt(contactMessages.createdAt, new Date(now.getTime() - MESSAGE_RETENTION_DAYS * DAY)), notExists(waiting)),
    )
    .returning({ id: contactMessages.id })
  return deleted.length
}
