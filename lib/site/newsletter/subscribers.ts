import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { and, eq, lt, isNull, not } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/client.ts'
import { type Channel, enqueueDeliveries, isUndelivered } from '../outbox/enqueue.ts'
import { newsletterNotices, newsletterSubscribers, newsletterTokens } from './schema.ts'
import { CONFIRM_WITHIN_DAYS, readToken } from './token.ts'

export type MailText = { subject: string; text: string }

type Notice = Omit<typeof newsletterNotices.$inferInsert, 'id' | 'createdAt'>

/** Minimum interval and maximum number of confirmation emails to an unconfirmed address. */
const ASK_AGAIN_AFTER = 10 * millisecondsInMinute
const MOST_REQUESTS = 5

async function queue(transaction: Transaction, notice: Notice, channels: readonly Channel[], now: Date): Promise<void> {
  const [stored] = await transaction
    .insert(newsletterNotices)
    .values({ ...notice, createdAt: now })
    .returning({ id: newsletterNotices.id })
  if (stored) await enqueueDeliveries(transaction, { noticeId: stored.id }, channels, now)
}

/** Returns the number of earlier confirmation emails; undefined if no further one may be sent. */
function earlierRequests(known: typeof newsletterSubscribers.$inferSelect, now: Date): number | undefined {
  const age = now.getTime() - known.requestedAt.getTime()
  if (known.confirmedAt || age < ASK_AGAIN_AFTER) return undefined
  if (age > CONFIRM_WITHIN_DAYS * millisecondsInDay) return 0
  return known.requests < MOST_REQUESTS ? known.requests : undefined
}

/**
 * Requests a subscription. Never reveals whether an address is known: confirmed addresses get no mail, others a limited
 * number.
 * @throws if the database is unreachable; nothing is stored then
 */
export async function requestSubscription(
  db: Database,
  address: string,
  { mail, now }: { mail: MailText; now: Date },
): Promise<void> {
  const email = address.toLowerCase()
  await db.transaction(async (transaction) => {
    const [added] = await transaction
      .insert(newsletterSubscribers)
      .values({ email, requestedAt: now })
      .onConflictDoNothing({ target: newsletterSubscribers.email })
      .returning()
    const known =
      added ??
      (
        await transaction
          .select()
          .from(newsletterSubscribers)
          .where(eq(newsletterSubscribers.email, email))
          .for('update')
      )[0]
    if (!known) return
    if (!added) {
      const earlier = earlierRequests(known, now)
      if (earlier === undefined) return
      await transaction
        .update(newsletterSubscribers)
        .set({ requestedAt: now, requests: earlier + 1 })
        .where(eq(newsletterSubscribers.id, known.id))
    }
    await queue(transaction, { kind: 'confirm', email, subscriberId: known.id, ...mail }, ['subscriber'], now)
  })
}

type Telling = {
  channels: readonly Channel[]
  now: Date
}

/**
 * Confirms a subscription, sends the welcome mail and notifies the office. A token works once. Returns false for an
 * unknown, used or expired token.
 */
export async function confirmSubscription(
  db: Database,
  token: string,
  { channels, now, mail }: Telling & { mail: MailText },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const subscriberId = await readToken(transaction, token, 'confirm', now)
    if (!subscriberId) return false
    const [subscriber] = await transaction
      .update(newsletterSubscribers)
      .set({ confirmedAt: now })
      .where(and(eq(newsletterSubscribers.id, subscriberId), isNull(newsletterSubscribers.confirmedAt)))
      .returning({ email: newsletterSubscribers.email })
    // A concurrent request has used the token.
    if (!subscriber) return false
    await transaction
      .delete(newsletterTokens)
      .where(and(eq(newsletterTokens.subscriberId, subscriberId), eq(newsletterTokens.purpose, 'confirm')))
    const { email } = subscriber
    await forget(transaction, { kind: 'unsubscribed', email })
    await queue(transaction, { kind: 'welcome', email, subscriberId, ...mail }, ['subscriber'], now)
    await queue(transaction, { kind: 'confirmed', email, subscriberId }, channels, now)
    return true
  })
}

/** Deletes pending notices that are outdated. */
const forget = (transaction: Transaction, { kind, email }: Pick<Notice, 'kind' | 'email'>) =>
  transaction.delete(newsletterNotices).where(and(eq(newsletterNotices.kind, kind), eq(newsletterNotices.email, email)))

/**
 * Ends a subscription, and notifies the office if the address was confirmed. Returns false for an unknown token, or if
 * already unsubscribed.
 */
export async function endSubscription(db: Database, token: string, { channels, now }: Telling): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const subscriberId = await readToken(transaction, token, 'unsubscribe', now)
    if (!subscriberId) return false
    const [gone] = await transaction
      .delete(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, subscriberId))
      .returning()
    if (gone?.confirmedAt) await queue(transaction, { kind: 'unsubscribed', email: gone.email }, channels, now)
    return true
  })
}

/** Retention of notices in days after delivery on all channels. */
const NOTICE_RETENTION_DAYS = 30

/** Deletes unconfirmed addresses, expired tokens and old notices. Returns the number of deleted rows. */
export async function deleteOldSubscriptions(db: Database, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  const deleted = [
    await db
      .delete(newsletterSubscribers)
      .where(
        and(
          isNull(newsletterSubscribers.confirmedAt),
          lt(newsletterSubscribers.requestedAt, before(CONFIRM_WITHIN_DAYS)),
        ),
      ),
    await db.delete(newsletterTokens).where(lt(newsletterTokens.expiresAt, now)),
    await db
      .delete(newsletterNotices)
      .where(
        and(lt(newsletterNotices.createdAt, before(NOTICE_RETENTION_DAYS)), not(isUndelivered(newsletterNotices.id))),
      ),
  ]
  return deleted.reduce((total, { count }) => total + count, 0)
}
