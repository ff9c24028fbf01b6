import { and, count, eq, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toDayKey } from '../../platform/time/zone.ts'
import { type CallList, type CallListState, toCallFilter } from './list-state.ts'
import { isAwaitingAttention } from './search.ts'
import { listCallPage } from './repository.ts'

async function countCallsNeedingAttention(
  tx: OrganizationTransaction,
  personId: string,
): Promise<Pick<CallList, 'waiting' | 'mine'>> {
  const [countRow] = await tx.db
    .select({ waiting: count(), mine: sql`count(*) filter (where ${calls.handedToId} = ${personId})`.mapWith(Number) })
    .from(calls)
    .where(and(eq(calls.organizationId, tx.organizationId), isAwaitingAttention()))
  return countRow ?? { waiting: 0, mine: 0 }
}

export async function readCallList(
  tx: OrganizationTransaction,
  personId: string,
  state: CallListState,
  now = new Date(),
): Promise<CallList> {
  const timeZone = await getTimeZone(tx)
  const page = await listCallPage(tx, { ...toCallFilter(state, personId), sort: state.sort }, state.page)
  return { ...page, ...(await countCallsNeedingAttention(tx, personId)), timeZone, today: toDayKey(now, timeZone) }
}
