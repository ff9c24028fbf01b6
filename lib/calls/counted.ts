import { and, count, eq, gte, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { calls } from '../db/schema/index.ts'
import { getSettings } from '../settings/store.ts'
import { addDays, type DayKey, dayKey, startOfDayIn } from '../time/zone.ts'

/** Seconds that a call has to last to count: who hangs up at once has not spoken with the assistant. */
const SHORTEST_COUNTED = 10

/** Days that are more than any month has, from its first day. */
const INTO_NEXT_MONTH = 32

/** The calls of a month that count towards the plan; `first` and `last` are the days that the month has so far. */
export type CountedCalls = { count: number; first: DayKey; last: DayKey }

/**
 * Answered calls of this month, in the zone of the business, as the prices count them: without those that ended in the first
 * seconds, and without one's own test calls, which are those of "Try it" and those from a number of the people on call.
 */
export async function readCountedCalls(tx: OrganizationTransaction, now: Date): Promise<CountedCalls> {
  const { db, organizationId } = tx
  const { timeZone, onCall } = await getSettings(tx)
  const last = dayKey(now, timeZone)
  const first = `${last.slice(0, 7)}-01`
  const next = `${addDays(first, INTO_NEXT_MONTH).slice(0, 7)}-01`
  const own = onCall.map(({ phone }) => phone)
  const [counted] = await db
    .select({ count: count() })
    .from(calls)
    .where(
      and(
        eq(calls.organizationId, organizationId),
        gte(calls.startedAt, startOfDayIn(first, timeZone)),
        lt(calls.startedAt, startOfDayIn(next, timeZone)),
        ne(calls.outcome, 'missed'),
        eq(calls.isTest, false),
        gte(calls.duration, SHORTEST_COUNTED),
        ...(own.length > 0 ? [notInArray(sql`coalesce(${calls.callerPhone}, '')`, own)] : []),
      ),
    )
  return { count: counted?.count ?? 0, first, last }
}
