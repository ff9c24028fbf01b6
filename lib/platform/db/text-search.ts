import { and, type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { toE164 } from '../../values/phone-number.ts'
import { parsePhoneDigits } from '../../values/typed-phone.ts'
import { foldAccents } from './columns.ts'

/** Minimum number of digits of a phone search. Fewer digits match too many numbers. */
const MIN_PHONE_DIGITS = 3

/**
 * Matches part of a phone number in any format.
 * @returns undefined if the search is not a phone number or too short
 */
export function matchesPhone(phone: AnyColumn, search: string, minDigits = MIN_PHONE_DIGITS): SQL | undefined {
  const digits = parsePhoneDigits(search)
  if (digits === undefined || digits.length < minDigits) return undefined
  return sql`(${phone} like ${`%${digits}%`} or ${phone} = ${toE164(search) ?? ''})`
}

const MAX_SEARCH_WORDS = 12

const WORD_PATTERN = /[^\s,.;:/@_#()-]+/gu

const escapeLikePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * Matches a column of `splitWords`. Each search word must match the start of a word; accents are ignored.
 * @returns undefined if the search has no words
 */
export function matchesWords(column: AnyColumn, search: string): SQL | undefined {
  const words = search.match(WORD_PATTERN) ?? []
  return and(
    ...words
      .slice(0, MAX_SEARCH_WORDS)
      .map((word) => sql`${column} like '% ' || ${foldAccents(sql`${escapeLikePattern(word)}::text`)} || '%'`),
  )
}
