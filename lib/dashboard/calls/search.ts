import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { removeAccents } from '../../values/accents.ts'
import { buildSearchQuery } from '../../platform/db/list.ts'
import { matchesPhone } from '../../platform/db/text-search.ts'
import { calls } from '../schema/calls.ts'
import { getSettings } from '../settings/repository.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toMoment } from '../../platform/time/zone.ts'
import { isBillable } from './billable.ts'
import type { CallListFilter } from './list-state.ts'

/**
 * Builds a full-text query that requires all words. The index contains names with accents removed and transcripts as
 * stems, so a word may match either form. Stop words are dropped, unless the search has no other words.
 */
function buildWordsQuery(searchText: string): SQL | undefined {
  const queries = searchText.split(/\s+/u).map(buildSearchQuery).filter(Boolean).slice(0, 12)
  if (queries.length === 0) return undefined
  const wordQueries = queries.map(
    (query) => sql`case when numnode(to_tsquery('english', ${query})) = 0 then ''::tsquery
      else to_tsquery('english', ${query}) || to_tsquery('english', ${removeAccents(query)}) || to_tsquery('simple', ${removeAccents(query)}) end`,
  )
  const combinedQuery = sql.join(
    wordQueries.map((query) => sql`(${query})`),
    sql` && `,
  )
  return sql`case when numnode(${combinedQuery}) = 0 then to_tsquery('simple', ${removeAccents(queries.join(' & '))}) else ${combinedQuery} end`
}

function matchesSearch(searchText: string): SQL {
  const query = buildWordsQuery(searchText)
  const wordCondition = query ? sql`${calls.id} in (select matching_calls(${query}))` : sql`false`
  const phoneCondition = matchesPhone(calls.callerPhone, searchText)
  return phoneCondition ? sql`(${wordCondition} or ${phoneCondition})` : wordCondition
}

/** Returns the condition for calls that need attention. Test calls never do. */
export const isAwaitingAttention = (): SQL | undefined =>
  and(isNotNull(calls.attention), isNull(calls.attentionEndedAt), eq(calls.isTest, false))

export async function buildCallCondition(
  tx: OrganizationTransaction,
  filter: CallListFilter,
): Promise<SQL | undefined> {
  const { search, outcome, intent, needsAttention, from, to, handedToId, counted } = filter
  const timeZone = from || to ? await getTimeZone(tx) : ''
  return and(
    eq(calls.organizationId, tx.organizationId),
    search ? matchesSearch(search) : undefined,
    outcome?.length ? inArray(calls.outcome, outcome) : undefined,
    intent?.length ? inArray(calls.intent, intent) : undefined,
    needsAttention === undefined
      ? undefined
      : needsAttention
        ? isAwaitingAttention()
        : sql`not (${isAwaitingAttention()})`,
    from ? gte(calls.startedAt, toMoment(from, timeZone)) : undefined,
    to ? lt(calls.startedAt, toMoment(to, timeZone, 1)) : undefined,
    handedToId ? eq(calls.handedToId, handedToId) : undefined,
    counted ? isBillable((await getSettings(tx)).onCall) : undefined,
  )
}
