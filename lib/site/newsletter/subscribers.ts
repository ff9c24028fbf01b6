import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { and, eq, lt, isNull, not } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/client.ts'
import { type Channel, enqueueDeliveries, isUndelivered } from '../outbox/enqueue.ts'
import { newsletterNotices, newsletterSubscribers, newsletterTokens } from './schema.ts'
import { CONFIRMATION_DAYS, findTokenSubscriber } from './token.ts'

export type MailText = { subject: string; text: string }

type Notice = Omit<typeof newsletterNotices.$inferInsert, 'id' | 'createdAt'>

/** Minimum interval and maximum number of confirmation emails to an unconfirmed address. */
const RESEND_INTERVAL_MS = 10 * millisecondsInMinute
const MAX_REQUESTS = 5

async function enqueueNotice(
  transaction: Transaction,
  notice: Notice,
  channels: readonly Channel[],
  now: Date,
): Promise<void> {
  const [insertedNotice] = await transaction
    .insert(newsletterNotices)
    .values({ ...notice, createdAt: now })
    .returning({ id: newsletterNotices.id })
  if (insertedNotice) await enqueueDeliveries(transaction, { noticeId: insertedNotice.id }, channels, now)
}

/** Returns the number of earlier confirmation emails; undefined if no further one may be sent. */
function countEarlierRequests(subscriber: typeof newsletterSubscribers.$inferSelect, now: Date): number | undefined {
  const ageMs = now.getTime() - subscriber.requestedAt.getTime()
  if (subscriber.confirmedAt || ageMs < RESEND_INTERVAL_MS) return undefined
  if (ageMs > CONFIRMATION_DAYS * millisecondsInDay) return 0
  return subscriber.requests < MAX_REQUESTS ? subscriber.requests : undefined
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
    const [insertedSubscriber] = await transaction
      .insert(newsletterSubscribers)
      .values({ email, requestedAt: now })
      .onConflictDoNothing({ target: newsletterSubscribers.email })
      .returning()
    const subscriber =
      insertedSubscriber ??
      (
        await transaction
          .select()
          .from(newsletterSubscribers)
          .where(eq(newsletterSubscribers.email, email))
          .for('update')
      )[0]
    if (!subscriber) return
    if (!insertedSubscriber) {
      const requestCount = countEarlierRequests(subscriber, now)
      if (requestCount === undefined) return
      await transaction
        .update(newsletterSubscribers)
        .set({ requestedAt: now, requests: requestCount + 1 })
        .where(eq(newsletterSubscribers.id, subscriber.id))
    }
    await enqueueNotice(
      transaction,
      { kind: 'confirm', email, subscriberId: subscriber.id, ...mail },
      ['subscriber'],
      now,
    )
  })
}

type NotifyOptions = {
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
  { channels, now, mail }: NotifyOptions & { mail: MailText },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const subscriberId = await findTokenSubscriber(transaction, token, 'confirm', now)
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
    await deletePendingNotices(transaction, { kind: 'unsubscribed', email })
    await enqueueNotice(transaction, { kind: 'welcome', email, subscriberId, ...mail }, ['subscriber'], now)
    await enqueueNotice(transaction, { kind: 'confirmed', email, subscriberId }, channels, now)
    return true
  })
}

/** Deletes pending notices that are outdated. */
const deletePendingNotices = (transaction: Transaction, { kind, email }: Pick<Notice, 'kind' | 'email'>) =>
  transaction.delete(newsletterNotices).where(and(eq(newsletterNotices.kind, kind), eq(newsletterNotices.email, email)))

/**
 * Ends a subscription, and notifies the office if the address was confirmed. Returns false for an unknown token, or if
 * already unsubscribed.
 */
export async function endSubscription(db: Database, token: string, { channels, now }: NotifyOptions): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const subscriberId = await findTokenSubscriber(transaction, token, 'unsubscribe', now)
    if (!subscriberId) return false
    const [deletedSubscriber] = await transaction
      .delete(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, subscriberId))
      .returning()
    if (deletedSubscriber?.confirmedAt)
      await enqueueNotice(transaction, { kind: 'unsubscribed', email: deletedSubscriber.email }, channels, now)
    return true
  })
}

/** Retention of notices in days after delivery on all channels. */
const NOTICE_RETENTION_DAYS = 30

/** Deletes unconfirmed addresses, expired tokens and old notices. Returns the number of deleted rows. */
export async function deleteOldSubscriptions(db: Database, now: Date): Promise<number> {
  const getDateBefore = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  const deleted = [
    await db
      .delete(newsletterSubscribers)
      .where(
        and(
          isNull(newsletterSubscribers.confirmedAt),
          lt(newsletterSubscribers.requestedAt, getDateBefore(CONFIRMATION_DAYS)),
        ),
      ),
    await db.delete(newsletterTokens).where(lt(newsletterTokens.expiresAt, now)),
    await db
      .delete(newsletterNotices)
      .where(
        and(
          lt(newsletterNotices.createdAt, getDateBefore(NOTICE_RETENTION_DAYS)),
          not(isUndelivered(newsletterNotices.id)),
        ),
      ),
  ]
  return deleted.reduce((total, { count }) => total + count, 0)
}
