import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { withoutAccents } from '../accents.ts'
import { searchQuery } from '../db/list.ts'
import { calls } from '../db/schema/index.ts'
import { toE164 } from '../phone-number.ts'
import { getSettings } from '../settings/store.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { addDays, isDayKey, startOfDayIn } from '../time/zone.ts'
import { phoneDigits } from '../typed-phone.ts'
import { isCounted } from './counted.ts'
import type { CallListFilter } from './list-state.ts'

/**
 * Words as somebody types them, as a query for the index of words: all of them have to be there. Names are indexed without
 * accents and what was said by its stems, so each word may be either; one that says nothing, such as "the", is left out,
 * unless there is no other.
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

/** Fewer digits than this are in too many numbers to mean one. */
const MIN_PHONE_DIGITS = 3

/** The callers whom something typed like a phone number, or like a part of one, can mean. */
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

/** A moment, or the first one of a day in a zone, or of the day so many days later. */
const momentOf = (dayOrMoment: string, zone: string, daysLater = 0): Date =>
  isDayKey(dayOrMoment) ? startOfDayIn(addDays(dayOrMoment, daysLater), zone) : new Date(dayOrMoment)

/** A call that waits for a person; a test call waits for nobody. */
export const isWaiting = (): SQL | undefined =>
  and(isNotNull(calls.attention), isNull(calls.attentionEndedAt), eq(calls.isTest, false))

/** Which rows of an organization a filter means. */
export async function callsWhere(tx: OrganizationTransaction, filter: CallListFilter): Promise<SQL | undefined> {
  const { search, outcome, intent, needsAttention, from, to, handedToId, counted } = filter
  const timeZone = from || to ? await timeZoneOf(tx) : ''
  return and(
    eq(calls.organizationId, tx.organizationId),
    search ? searchMatch(search) : undefined,
    outcome?.length ? inArray(calls.outcome, outcome) : undefined,
    intent?.length ? inArray(calls.intent, intent) : undefined,
    needsAttention === undefined ? undefined : needsAttention ? isWaiting() : sql`not (${isWaiting()})`,
    from ? gte(calls.startedAt, momentOf(from, timeZone)) : undefined,
    to ? lt(calls.startedAt, momentOf(to, timeZone, 1)) : undefined,
    handedToId ? eq(calls.handedToId, handedToId) : undefined,
    counted ? isCounted((await getSettings(tx)).onCall) : undefined,
  )
}
