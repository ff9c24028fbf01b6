import { and, count, eq, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../../platform/time/zone.ts'
import { type CallList, type CallListState, filterOf } from './list-state.ts'
import { isWaiting } from './search.ts'
import { pageOfCalls } from './repository.ts'

async function countWaiting(
  tx: OrganizationTransaction,
  personId: string,
): Promise<Pick<CallList, 'waiting' | 'mine'>> {
  const [counted] = await tx.db
    .select({ waiting: count(), mine: sql`count(*) filter (where ${calls.handedToId} = ${personId})`.mapWith(Number) })
    .from(calls)
    .where(and(eq(calls.organizationId, tx.organizationId), isWaiting()))
  return counted ?? { waiting: 0, mine: 0 }
}

export async function readCallList(
  tx: OrganizationTransaction,
  personId: string,
  state: CallListState,
  now = new Date(),
): Promise<CallList> {
  const timeZone = await timeZoneOf(tx)
  const page = await pageOfCalls(tx, { ...filterOf(state, personId), sort: state.sort }, state.page)
  return { ...page, ...(await countWaiting(tx, personId)), timeZone, today: dayKey(now, timeZone) }
}
