import { millisecondsInDay } from 'date-fns/constants'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/client.ts'
import { newsletterTokens } from './schema.ts'
import { hashText, generateSecret } from '../../platform/crypto/secret.ts'
import { NEWSLETTER_ROOT } from '../../routes.ts'

export type Purpose = (typeof newsletterTokens.$inferSelect)['purpose']

/** A confirmation link is valid this long, and an unconfirmed address is kept this long. */
export const CONFIRMATION_DAYS = 7

/**
 * Creates a token. Only the mail contains it. The tokens of earlier attempts stay valid, because a failed attempt may
 * have delivered its mail.
 */
export async function issueToken(db: Database, subscriberId: string, purpose: Purpose, now: Date): Promise<string> {
  const token = generateSecret()
  const expiresAt = purpose === 'confirm' ? new Date(now.getTime() + CONFIRMATION_DAYS * millisecondsInDay) : null
  await db.insert(newsletterTokens).values({ hash: hashText(token, 'base64url'), subscriberId, purpose, expiresAt })
  return token
}

export async function findTokenSubscriber(
  db: Transaction,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> {
  const isUnexpired = or(isNull(newsletterTokens.expiresAt), gt(newsletterTokens.expiresAt, now))
  const [row] = await db
    .select({ subscriberId: newsletterTokens.subscriberId })
    .from(newsletterTokens)
    .where(
      and(eq(newsletterTokens.hash, hashText(token, 'base64url')), eq(newsletterTokens.purpose, purpose), isUnexpired),
    )
  return row?.subscriberId
}

/** Returns the links with a token: the page, and one-click unsubscribe (RFC 8058). */
export const createLinkBuilders = (siteUrl: string) => ({
  confirm: (token: string) => `${siteUrl}${NEWSLETTER_ROOT}/confirm?token=${token}`,
  unsubscribe: (token: string) => `${siteUrl}${NEWSLETTER_ROOT}/unsubscribe?token=${token}`,
  oneClick: (token: string) => `${siteUrl}/api${NEWSLETTER_ROOT}/unsubscribe?token=${token}`,
})
