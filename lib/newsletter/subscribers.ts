import { and, eq, lt, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { contactDeliveries, newsletterNotices, newsletterSubscribers, newsletterTokens } from '../db/schema/index.ts'
import { CONFIRM_WITHIN_DAYS, readToken } from './token.ts'

/** The way that mails to subscribers go out, by the name that the database has for it. */
export const SUBSCRIBER_CHANNEL = 'subscriber'

/** Editors' words for a mail to a subscriber; `{link}` and `{unsubscribe}` stand for the links. */
export type MailText = { subject: string; text: string }

type Notice = Omit<typeof newsletterNotices.$inferInsert, 'id' | 'createdAt'>

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An address that is not confirmed gets another mail after this time at the earliest, and this many at most. */
const ASK_AGAIN_AFTER = 10 * MINUTE
const MOST_REQUESTS = 5

async function queue(transaction: Transaction, notice: Notice, channels: string[], now: Date): Promise<void> {
  const [stored] = await transaction
    .insert(newsletterNotices)
    .values({ ...notice, createdAt: now })
    .returning({ id: newsletterNotices.id })
  if (!stored) return
  await transaction
    .insert(contactDeliveries)
    .values(channels.map((channel) => ({ noticeId: stored.id, channel, dueAt: now })))
}

/** How many mails the owner of a known address has been sent in vain; undefined while it gets no further one. */
function earlierRequests(known: typeof newsletterSubscribers.$inferSelect, now: Date): number | undefined {
  const age = now.getTime() - known.requestedAt.getTime()
  if (known.confirmedAt || age < ASK_AGAIN_AFTER) return undefined
  if (age > CONFIRM_WITHIN_DAYS * DAY) return 0
  return known.requests < MOST_REQUESTS ? known.requests : undefined
}

/**
 * Notes that somebody entered an address, and has the address asked whether that is right. Whoever entered it learns
 * nothing of what is known about it: one that is confirmed gets no mail, one that is not gets a further mail now and then.
 * @throws when the database cannot be reached; nothing is stored then
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
    await queue(transaction, { kind: 'confirm', email, subscriberId: known.id, ...mail }, [SUBSCRIBER_CHANNEL], now)
  })
}

type Telling = {
  /** Names of the ways the staff is told. */
  channels: string[]
  now: Date
}

/**
 * Puts an address on the list, thanks its owner and tells the staff. The token works once.
 * @returns false for a token that is unknown, used or too old
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
    // Somebody else used a token of this address in the same moment.
    if (!subscriber) return false
    await transaction
      .delete(newsletterTokens)
      .where(and(eq(newsletterTokens.subscriberId, subscriberId), eq(newsletterTokens.purpose, 'confirm')))
    const { email } = subscriber
    await forget(transaction, { kind: 'unsubscribed', email })
    await queue(transaction, { kind: 'welcome', email, subscriberId, ...mail }, [SUBSCRIBER_CHANNEL], now)
    await queue(transaction, { kind: 'confirmed', email, subscriberId }, channels, now)
    return true
  })
}

/** News that is no longer true is not sent any more, however long it has waited. */
const forget = (transaction: Transaction, { kind, email }: Pick<Notice, 'kind' | 'email'>) =>
  transaction.delete(newsletterNotices).where(and(eq(newsletterNotices.kind, kind), eq(newsletterNotices.email, email)))

/**
 * Deletes an address with everything about it that waits to be sent, and tells the staff of one that was on the list.
 * @returns false for a token that is unknown: the address is not on the list, or no longer
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

/** Days what was sent about an address is kept after it has gone out on every way. */
const NOTICE_RETENTION_DAYS = 30

/**
 * Deletes addresses that nobody confirmed within {@link CONFIRM_WITHIN_DAYS}, tokens that are too old, and what was sent
 * long ago.
 * @returns how many rows
 */
export async function deleteOldSubscriptions(db: Database, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  const unconfirmed = await db
    .delete(newsletterSubscribers)
    .where(
      and(
        isNull(newsletterSubscribers.confirmedAt),
        lt(newsletterSubscribers.requestedAt, before(CONFIRM_WITHIN_DAYS)),
      ),
    )
    .returning({ id: newsletterSubscribers.id })
  const tokens = await db
    .delete(newsletterTokens)
    .where(lt(newsletterTokens.expiresAt, now))
    .returning({ hash: newsletterTokens.hash })
  const waiting = sql`exists (select from ${contactDeliveries} where ${contactDeliveries.noticeId} = ${newsletterNotices.id} and ${contactDeliveries.deliveredAt} is null)`
  const notices = await db
    .delete(newsletterNotices)
    .where(and(lt(newsletterNotices.createdAt, before(NOTICE_RETENTION_DAYS)), sql`not ${waiting}`))
    .returning({ id: newsletterNotices.id })
  return unconfirmed.length + tokens.length + notices.length
}
