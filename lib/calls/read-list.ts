import { and, count, eq, sql } from 'drizzle-orm'
import type { Scope } from '../db/organization.ts'
import { calls } from '../db/schema/index.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../time/zone.ts'
import { type CallList, type CallListState, filterOf } from './list-state.ts'
import { isWaiting } from './search.ts'
import { pageOfCalls } from './store.ts'

async function countWaiting(scope: Scope, personId: string): Promise<Pick<CallList, 'waiting' | 'mine'>> {
  const [counted] = await scope.db
    .select({ waiting: count(), mine: sql`count(*) filter (where ${calls.handedToId} = ${personId})`.mapWith(Number) })
    .from(calls)
    .where(and(eq(calls.organizationId, scope.organizationId), isWaiting()))
  return counted ?? { waiting: 0, mine: 0 }
}

/** What the list of calls shows to a person, by the state in its address. */
export async function readCallList(
  scope: Scope,
  personId: string,
  state: CallListState,
  now = new Date(),
): Promise<CallList> {
  const timeZone = await timeZoneOf(scope)
  const page = await pageOfCalls(scope, { ...filterOf(state, personId), sort: state.sort }, state.page)
  return { ...page, ...(await countWaiting(scope, personId)), timeZone, today: dayKey(now, timeZone) }
}
