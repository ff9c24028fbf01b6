import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { withoutAccents } from '../../values/accents.ts'
import { searchQuery } from '../../platform/db/list.ts'
import { calls } from '../schema/calls.ts'
import { toE164 } from '../../values/phone-number.ts'
import { getSettings } from '../settings/repository.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { momentIn } from '../../platform/time/zone.ts'
import { phoneDigits } from '../../values/typed-phone.ts'
import { isCounted } from './counted.ts'
import type { CallListFilter } from './list-state.ts'

/**
 * Builds a full-text query in which all words must match. Names are indexed without accents and transcripts as stems,
 * so a word may match either form. Stop words are dropped, unless the search has no other words.
 */
function wordsQuery(words: string): SQL | undefined {
  const queries = words.split(/\s+/u).map(searchQuery).filter(Boolean).slice(0, 12)
  if (queries.length === 0) return undefined
  const each = queries.map(
    (query) => sql`case when numnode(to_tsquery('english', ${query})) = 0 then ''::tsquery
      else to_tsquery('english', ${query}) || to_tsquery('english', ${withoutAccents(query)}) || to_tsquery('simple', ${withoutAccents(query)}) end`,
  )
  const all = sql.join(
    each.map((query) => sql`(${query})`),
    sql` && `,
  )
  return sql`case when numnode(${all}) = 0 then to_tsquery('simple', ${withoutAccents(queries.join(' & '))}) else ${all} end`
}

/** Minimum number of digits of a phone search. Fewer digits match too many numbers. */
const MIN_PHONE_DIGITS = 3

function phoneMatch(words: string): SQL | undefined {
  const digits = phoneDigits(words)
  if (digits === undefined || digits.length < MIN_PHONE_DIGITS) return undefined
  return sql`(${calls.callerPhone} like ${`%${digits}%`} or ${calls.callerPhone} = ${toE164(words) ?? ''})`
}

function searchMatch(words: string): SQL {
  const query = wordsQuery(words)
  const byWords = query ? sql`${calls.id} in (select matching_calls(${query}))` : sql`false`
  const byPhone = phoneMatch(words)
  return byPhone ? sql`(${byWords} or ${byPhone})` : byWords
}

/** Returns the condition for calls that need attention. Test calls never do. */
export const isWaiting = (): SQL | undefined =>
  and(isNotNull(calls.attention), isNull(calls.attentionEndedAt), eq(calls.isTest, false))

export async function callsWhere(tx: OrganizationTransaction, filter: CallListFilter): Promise<SQL | undefined> {
  const { search, outcome, intent, needsAttention, from, to, handedToId, counted } = filter
  const timeZone = from || to ? await timeZoneOf(tx) : ''
  return and(
    eq(calls.organizationId, tx.organizationId),
    search ? searchMatch(search) : undefined,
    outcome?.length ? inArray(calls.outcome, outcome) : undefined,
    intent?.length ? inArray(calls.intent, intent) : undefined,
    needsAttention === undefined ? undefined : needsAttention ? isWaiting() : sql`not (${isWaiting()})`,
    from ? gte(calls.startedAt, momentIn(from, timeZone)) : undefined,
    to ? lt(calls.startedAt, momentIn(to, timeZone, 1)) : undefined,
    handedToId ? eq(calls.handedToId, handedToId) : undefined,
    counted ? isCounted((await getSettings(tx)).onCall) : undefined,
  )
}
