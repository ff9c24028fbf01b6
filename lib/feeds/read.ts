import { addDays } from 'date-fns'
import { appointmentsBetween } from '../appointments/store.ts'
import type { Database } from '../db/client.ts'
import { inOrganization } from '../db/organization.ts'
import { clientKey, consumeRateLimit, type Limit } from '../http/rate-limit.ts'
import { hashOf } from '../secret.ts'
import { calendarOf } from './calendar.ts'
import { feedOwner, noteFeedUse } from './store.ts'

/** Days of a feed before and after the present one. */
const RANGE = { before: 90, after: 365 }

/** Entries of a feed: more than any crew can visit in its range. */
const MAX_ENTRIES = 10_000

const WINDOW = 10 * 60_000

/** How often one feed is read: programs do so some times an hour, each device of a company for itself. */
const READS: Limit = { name: 'calendar-feed', count: 60, windowMs: WINDOW }

/** Addresses that nobody was given, from one client. */
const MISSES: Limit = { name: 'calendar-feed-miss', count: 30, windowMs: WINDOW }

/** What becomes of a request for a feed. */
export type FeedAnswer =
  | { status: 'found'; calendar: string }
  | { status: 'missing' }
  | { status: 'limited'; waitMs: number }

type FeedRequest = {
  /** The secret part of the address. */
  secret: string
  /** Of the client. */
  address: string
}

type FeedOptions = {
  /** Hides the addresses of clients that are counted. */
  countingSecret: string
  siteUrl: string
  now?: Date
}

/** Reads the calendar behind a secret address. What is counted is the feed, or the client where there is none. */
export async function readFeed(
  db: Database,
  { secret, address }: FeedRequest,
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
    // Nobody drives to the visit of a test call.
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
