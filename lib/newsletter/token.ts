import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { newsletterTokens } from '../db/schema/index.ts'
import { hashOf, makeSecret } from '../secret.ts'
import { NEWSLETTER_ROOT } from '../routes.ts'

export type Purpose = (typeof newsletterTokens.$inferSelect)['purpose']

/** Days a link to confirm is good for, and an address that is not confirmed is kept. */
export const CONFIRM_WITHIN_DAYS = 7

const DAY = 24 * 60 * 60_000

/**
 * Makes a token when its mail is sent: it is nowhere but in the mail. Each further attempt to send the mail makes one more,
 * and all of them work, since an attempt that seemed to fail may have arrived.
 */
export async function issueToken(db: Database, subscriberId: string, purpose: Purpose, now: Date): Promise<string> {
  const token = makeSecret()
  const expiresAt = purpose === 'confirm' ? new Date(now.getTime() + CONFIRM_WITHIN_DAYS * DAY) : null
  await db.insert(newsletterTokens).values({ hash: hashOf(token, 'base64url'), subscriberId, purpose, expiresAt })
  return token
}

/** The subscriber whom a token belongs to; undefined for one that is unknown, used or too old. */
export async function readToken(
  db: Transaction,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> {
  const isGood = or(isNull(newsletterTokens.expiresAt), gt(newsletterTokens.expiresAt, now))
  const [found] = await db
    .select({ subscriberId: newsletterTokens.subscriberId })
    .from(newsletterTokens)
    .where(and(eq(newsletterTokens.hash, hashOf(token, 'base64url')), eq(newsletterTokens.purpose, purpose), isGood))
  return found?.subscriberId
}

/** Addresses with a token: the page that a person opens, and where a mail program unsubscribes by itself (RFC 8058). */
export const linksTo = (siteUrl: string) => ({
  confirm: (token: string) => `${siteUrl}${NEWSLETTER_ROOT}/confirm?token=${token}`,
  unsubscribe: (token: string) => `${siteUrl}${NEWSLETTER_ROOT}/unsubscribe?token=${token}`,
  oneClick: (token: string) => `${siteUrl}/api${NEWSLETTER_ROOT}/unsubscribe?token=${token}`,
})
