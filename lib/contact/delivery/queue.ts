import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { contactDeliveries, contactMessages, newsletterNotices } from '../../db/schema/index.ts'

/** Milliseconds a worker has for one attempt. When it dies meanwhile, another worker tries again after that. */
export const LEASE = 5 * 60_000

/** A message, or a notice of the newsletter, on its way out. */
export type Delivery = { id: string; attempts: number } & (
  | { message: typeof contactMessages.$inferSelect; notice?: never }
  | { notice: typeof newsletterNotices.$inferSelect; message?: never }
)

/**
 * Takes the delivery that is due longest, so that no other worker of any process takes it during the lease. The lock of
 * the row lasts for this one statement: no transaction is open while a mail server thinks.
 */
export async function claim(db: Database, channel: string, now: Date): Promise<Delivery | undefined> {
  const isDue = sql`${contactDeliveries.channel} = ${channel} and ${contactDeliveries.deliveredAt} is null and ${contactDeliveries.dueAt} <= ${now.toISOString()}`
  const next = sql`(select ${contactDeliveries.id} from ${contactDeliveries} where ${isDue} order by ${contactDeliveries.dueAt} limit 1 for update skip locked)`
  const [claimed] = await db
    .update(contactDeliveries)
    .set({ attempts: sql`${contactDeliveries.attempts} + 1`, dueAt: new Date(now.getTime() + LEASE) })
    .where(sql`${contactDeliveries.id} = ${next}`)
    .returning()
  if (!claimed) return undefined
  const { id, attempts, messageId, noticeId } = claimed
  if (messageId) {
    const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, messageId))
    return message && { id, attempts, message }
  }
  const [notice] = await db
    .select()
    .from(newsletterNotices)
    .where(eq(newsletterNotices.id, noticeId ?? ''))
  return notice && { id, attempts, notice }
}

/** The attempt of this worker, and not of one that took over when its lease was over. */
const ownAttempt = ({ id, attempts }: Delivery) =>
  and(eq(contactDeliveries.id, id), eq(contactDeliveries.attempts, attempts))

export async function markDelivered(db: Database, delivery: Delivery, now: Date): Promise<void> {
  await db
    .update(contactDeliveries)
    .set({ deliveredAt: now, lastError: null })
    .where(eq(contactDeliveries.id, delivery.id))
}

/** Has another worker deliver at once what this one began and cannot finish. It may have arrived already. */
export async function giveBack(db: Database, delivery: Delivery, now: Date): Promise<void> {
  const isOpen = and(ownAttempt(delivery), isNull(contactDeliveries.deliveredAt))
  await db.update(contactDeliveries).set({ dueAt: now }).where(isOpen)
}

/** @param error a code, see the schema */
export async function markFailed(db: Database, delivery: Delivery, error: string, dueAt: Date): Promise<void> {
  await db.update(contactDeliveries).set({ dueAt, lastError: error }).where(ownAttempt(delivery))
}
