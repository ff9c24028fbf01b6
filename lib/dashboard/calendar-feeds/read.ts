import { addDays } from 'date-fns'
import { listAppointmentsBetween } from '../appointments/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { buildClientKey, consumeRateLimit, type Limit } from '../../platform/http/rate-limit.ts'
import { hashText } from '../../platform/crypto/secret.ts'
import { buildCalendar } from './calendar.ts'
import { findFeedOwner, recordFeedUse } from './repository.ts'

/** Number of days before and after today that a feed covers. */
const FEED_RANGE_DAYS = { before: 90, after: 365 }

const MAX_ENTRIES = 10_000

const RATE_WINDOW_MS = 10 * 60_000

/** Limit per feed. All devices of a company share a feed, and each polls it a few times an hour. */
const READ_LIMIT: Limit = { name: 'calendar-feed', count: 60, windowMs: RATE_WINDOW_MS }

/** Limit per client address, for unknown feed URLs. */
const UNKNOWN_FEED_LIMIT: Limit = { name: 'calendar-feed-miss', count: 30, windowMs: RATE_WINDOW_MS }

export type FeedResult =
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
): Promise<FeedResult> {
  const owner = await findFeedOwner(db, secret)
  const key = owner
    ? buildClientKey(READ_LIMIT, hashText(secret), countingSecret)
    : buildClientKey(UNKNOWN_FEED_LIMIT, address, countingSecret)
  const waitMs = await consumeRateLimit(db, key, owner ? READ_LIMIT : UNKNOWN_FEED_LIMIT, now)
  if (waitMs > 0) return { status: 'limited', waitMs }
  if (!owner) return { status: 'missing' }
  return runInOrganization(db, owner.organizationId, async (tx) => {
    const name = await recordFeedUse(tx, owner.feedId, now)
    if (name === undefined) return { status: 'missing' }
    const [from, to] = [addDays(now, -FEED_RANGE_DAYS.before), addDays(now, FEED_RANGE_DAYS.after)]
    const visits = await listAppointmentsBetween(tx, from, to, MAX_ENTRIES)
    return {
      status: 'found',
      calendar: buildCalendar(
        name,
        visits.filter(({ isTest }) => !isTest),
        siteUrl,
      ),
    }
  })
}
