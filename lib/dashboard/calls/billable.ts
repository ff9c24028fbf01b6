import { and, eq, gte, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { readSearchParams, writeSearchParams } from '../query/search-params.ts'
import type { OnCallList } from '../model/organization-settings.ts'
import { getSettings } from '../settings/repository.ts'
import { addDays, type DayKey, toDayKey, getStartOfDay } from '../../platform/time/zone.ts'
import { callListState } from './list-state.ts'

/** Shorter calls are immediate hang-ups, which are not billable. */
const MIN_BILLABLE_SECONDS = 10

/** Number of billable calls. `first` and `last` are the first day of the month and today. */
export type BillableCalls = { count: number; first: DayKey; last: DayKey }

/**
 * Returns the condition for billable calls. The pricing page states the same rule. Test calls are not billable: calls
 * on the "Try it" page, and calls from a phone number on the on-call list.
 */
export function isBillable(onCall: OnCallList): SQL | undefined {
  const onCallPhones = onCall.map(({ phone }) => phone)
  return and(
    ne(calls.outcome, 'missed'),
    eq(calls.isTest, false),
    gte(calls.duration, MIN_BILLABLE_SECONDS),
    onCallPhones.length > 0 ? notInArray(sql`coalesce(${calls.callerPhone}, '')`, onCallPhones) : undefined,
  )
}

export async function readBillableCalls(tx: OrganizationTransaction, now: Date): Promise<BillableCalls> {
  const { db, organizationId } = tx
  const { timeZone, onCall } = await getSettings(tx)
  const last = toDayKey(now, timeZone)
  const first = `${last.slice(0, 7)}-01`
  const isThisMonth = and(
    eq(calls.organizationId, organizationId),
    gte(calls.startedAt, getStartOfDay(first, timeZone)),
    lt(calls.startedAt, getStartOfDay(addDays(last, 1), timeZone)),
  )
  return { count: await db.$count(calls, and(isThisMonth, isBillable(onCall))), first, last }
}

/** Returns the URL query of the call list that shows exactly these calls. */
export const buildBillableParams = ({ first, last }: BillableCalls): string =>
  writeSearchParams(callListState, { ...readSearchParams(callListState, {}), from: first, to: last, counted: true })
