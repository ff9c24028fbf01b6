import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { pgView } from 'drizzle-orm/pg-core'
import { withoutAccents } from '../accents.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { LEAD_COLUMNS, leads } from '../db/schema/leads.ts'
import { removeInvisible } from '../invisible.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { addDays, isDayKey, startOfDayIn } from '../time/zone.ts'
import { type LeadFilter, UNASSIGNED } from './input.ts'

/** The leads of the transaction's organization, as its migration says; read only. It has the columns of the table. */
const searchableLeads = pgView('searchable_leads', LEAD_COLUMNS).existing() as unknown as typeof leads

/** More words than anybody looks for. */
const MAX_WORDS = 12

/** Numbers as people write them, of seven figures or more, so that they are not taken for several words. */
const PHONE_NUMBERS = [
  /\+[\d\s().\p{Pd}]{6,}\d/gu,
  /(?:\b1[\s.\p{Pd}]*)?\(?\b\d{3}\)?[\s.\p{Pd}]*\d{3}[\s.\p{Pd}]*\d{4}\b/gu,
  /\b\d{3}[.\p{Pd}]\d{4}\b/gu,
]

const figures = (text: string) => ` ${text.replaceAll(/\D/g, '')} `

/** The words of a search without accents, as they are in the index of the leads; numbers have their figures only. */
export function searchedWords(search: string): string[] {
  const visible = removeInvisible(withoutAccents(search))
  const text = PHONE_NUMBERS.reduce((before, pattern) => before.replaceAll(pattern, figures), visible)
  return (text.match(/[\p{L}\p{N}'-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

/** A lead has the word, or one that begins with it, or one of the same stem: "leaking" finds "leak". */
const hasWord = (word: string): SQL => {
  const beginning = `'${word.replaceAll("'", "''")}':*`
  return sql`(to_tsquery('simple', ${beginning}) || to_tsquery('english', ${beginning}))`
}

/** All words have to be there. */
const hasWords = (words: string[]): SQL => sql.join(words.map(hasWord), sql` && `)

const isFor = (table: typeof leads, assignee: string) =>
  assignee === UNASSIGNED ? isNull(table.assigneeId) : eq(table.assigneeId, assignee)

/** A moment, or the first one of a day in a zone, or of the day so many days later. */
const momentOf = (dayOrMoment: string, zone: string, daysLater = 0): Date =>
  isDayKey(dayOrMoment) ? startOfDayIn(addDays(dayOrMoment, daysLater), zone) : new Date(dayOrMoment)

export type LeadsFound = { from: typeof leads; where: SQL | undefined }

/**
 * Where the leads are, and the condition, for which everything in a filter holds. Words are searched for in a view of the
 * organization's own leads, because row-level security would keep their index from being used.
 */
export async function leadsFor(tx: OrganizationTransaction, filter: LeadFilter): Promise<LeadsFound> {
  const { search, stage, urgency, source, assignee, from: since, to } = filter
  const zone = since || to ? await timeZoneOf(tx) : ''
  const words = searchedWords(search ?? '')
  const from = words.length > 0 ? searchableLeads : leads
  const where = and(
    eq(from.organizationId, tx.organizationId),
    words.length > 0 ? sql`${from.search} @@ (${hasWords(words)})` : undefined,
    stage ? eq(from.stage, stage) : undefined,
    urgency ? eq(from.urgency, urgency) : undefined,
    source ? eq(from.source, source) : undefined,
    assignee ? isFor(from, assignee) : undefined,
    since ? gte(from.createdAt, momentOf(since, zone)) : undefined,
    to ? lt(from.createdAt, momentOf(to, zone, 1)) : undefined,
  )
  return { from, where }
}
