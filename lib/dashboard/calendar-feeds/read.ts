import { addDays } from 'date-fns'
import { appointmentsBetween } from '../appointments/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { inOrganization } from '../../platform/db/organization.ts'
import { clientKey, consumeRateLimit, type Limit } from '../../platform/http/rate-limit.ts'
import { hashOf } from '../../platform/crypto/secret.ts'
import { calendarOf } from './calendar.ts'
import { feedOwner, noteFeedUse } from './repository.ts'

/** Days before and after today that a feed covers. */
const RANGE = { before: 90, after: 365 }

const MAX_ENTRIES = 10_000

const WINDOW = 10 * 60_000

/** Limit per feed. All devices of a company share a feed, and each polls it a few times an hour. */
const READS: Limit = { name: 'calendar-feed', count: 60, windowMs: WINDOW }

/** Limit per client address, for unknown feed URLs. */
const MISSES: Limit = { name: 'calendar-feed-miss', count: 30, windowMs: WINDOW }

export type FeedAnswer =
  | { status: 'found'; calendar: string }
  | { status: 'missing' }
  | { status: 'limited'; waitMs: number }

type FeedOptions = {
  /** Secret that hashes client addresses for the rate limiter. */
  countingSecret: string
  siteUrl: string
  now?: Date
}

/**
 * Reads a feed. Rate limits apply per feed, or per client if the feed is unknown.
 * @param address client address
 */
export async function readFeed(
  db: Database,
  { secret, address }: { secret: string; address: string },
  { countingSecret, siteUrl, now = new Date() }: FeedOptions,
): Promise<FeedAnswer> {
  const owner = await feedOwner(db, secret)
  const key = owner ? clientKey(READS, hashOf(secret), countingSecret) : clientKey(MISSES, address, countingSecret)
  const waitMs = await consumeRateLimit(db, key, owner ? READS : MISSES, now)
  if (waitMs > 0) return { status: 'limited', waitMs }
  if (!owner) return { status: 'missing' }
  return inOrganization(db, owner.organizationId, async (tx) => {
    const name = await noteFeedUse(tx, owner.feedId, now)
    if (name === undefined) return { status: 'missing' }
    const [from, to] = [addDays(now, -RANGE.before), addDays(now, RANGE.after)]
    const visits = await appointmentsBetween(tx, from, to, MAX_ENTRIES)
    return {
      status: 'found',
      calendar: calendarOf(
        name,
        visits.filter(({ isTest }) => !isTest),
        siteUrl,
      ),
    }
  })
}
