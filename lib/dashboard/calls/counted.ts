import { and, eq, gte, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { readAddress, writeAddress } from '../query/address-state.ts'
import type { OnCallList } from '../model/organization-settings.ts'
import { getSettings } from '../settings/repository.ts'
import { addDays, type DayKey, dayKey, startOfDayIn } from '../../platform/time/zone.ts'
import { callListState } from './list-state.ts'

/** Seconds. Shorter calls are immediate hang-ups and not billable. */
const SHORTEST_COUNTED = 10

/** Number of billable calls. `first` and `last` are the first day of the month and today. */
export type CountedCalls = { count: number; first: DayKey; last: DayKey }

/**
 * Returns the condition for billable calls. The pricing page states the same rule. Test calls are not billable: calls
 * on the "Try it" page, and calls from a phone number on the on-call list.
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

export async function readCountedCalls(tx: OrganizationTransaction, now: Date): Promise<CountedCalls> {
  const { db, organizationId } = tx
  const { timeZone, onCall } = await getSettings(tx)
  const last = dayKey(now, timeZone)
  const first = `${last.slice(0, 7)}-01`
  const isOfMonth = and(
    eq(calls.organizationId, organizationId),
    gte(calls.startedAt, startOfDayIn(first, timeZone)),
    lt(calls.startedAt, startOfDayIn(addDays(last, 1), timeZone)),
  )
  return { count: await db.$count(calls, and(isOfMonth, isCounted(onCall))), first, last }
}

/** Returns the URL query of the call list that shows exactly these calls. */
export const countedParams = ({ first, last }: CountedCalls): string =>
  writeAddress(callListState, { ...readAddress(callListState, {}), from: first, to: last, counted: true })
