import { and, count, eq, gte, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { calls } from '../db/schema/index.ts'
import { readAddress, writeAddress } from '../query/address-state.ts'
import type { OnCallList } from '../settings/organization-settings.ts'
import { getSettings } from '../settings/store.ts'
import { addDays, type DayKey, dayKey, startOfDayIn } from '../time/zone.ts'
import { callListState } from './list-state.ts'

/** Seconds that a call has to last to count: who hangs up at once has not spoken with the assistant. */
const SHORTEST_COUNTED = 10

/** The calls of a month that count towards the plan; `first` and `last` are the days that the month has so far. */
export type CountedCalls = { count: number; first: DayKey; last: DayKey }

/**
 * Whether a call counts towards the plan, as the prices say it: it was answered, did not end in the first seconds, and was no
 * test of one's own, which is one of "Try it" or from a number of the people on call. The only place that says so.
 */
export function isCounted(onCall: OnCallList): SQL | undefined {
  const own = onCall.map(({ phone }) => phone)
  return and(
    ne(calls.outcome, 'missed'),
    eq(calls.isTest, false),
    gte(calls.duration, SHORTEST_COUNTED),
    own.length > 0 ? notInArray(sql`coalesce(${calls.callerPhone}, '')`, own) : undefined,
  )
}

/** The calls of this month, in the zone of the business, that count towards the plan: until today, which is included. */
export async function readCountedCalls(tx: OrganizationTransaction, now: Date): Promise<CountedCalls> {
  const { db, organizationId } = tx
  const { timeZone, onCall } = await getSettings(tx)
  const last = dayKey(now, timeZone)
  const first = `${last.slice(0, 7)}-01`
  const [counted] = await db
    .select({ count: count() })
    .from(calls)
    .where(
      and(
        eq(calls.organizationId, organizationId),
        gte(calls.startedAt, startOfDayIn(first, timeZone)),
        lt(calls.startedAt, startOfDayIn(addDays(last, 1), timeZone)),
        isCounted(onCall),
      ),
    )
  return { count: counted?.count ?? 0, first, last }
}

/** The parameters of the list of exactly those calls. */
export const countedParams = ({ first, last }: CountedCalls): string =>
  writeAddress(callListState, { ...readAddress(callListState, {}), from: first, to: last, counted: true })
