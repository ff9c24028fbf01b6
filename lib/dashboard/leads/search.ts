import { and, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { pgView } from 'drizzle-orm/pg-core'
import { removeAccents } from '../../values/accents.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { matchesPhone } from '../../platform/db/text-search.ts'
import { LEAD_COLUMNS, leads } from '../schema/leads.ts'
import { removeInvisibleCharacters } from '../../values/invisible.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toMoment } from '../../platform/time/zone.ts'
import { type LeadFilter, UNASSIGNED } from './input.ts'

/** Read-only view of the current organization's leads. A migration creates it with the columns of the table. */
const searchableLeads = pgView('searchable_leads', LEAD_COLUMNS).existing() as unknown as typeof leads

const MAX_SEARCH_WORDS = 12

/** Formats of phone numbers with seven or more digits. A match is searched as one word. */
const PHONE_PATTERNS = [
  /\+[\d\s().\p{Pd}]{6,}\d/gu,
  /(?:\b1[\s.\p{Pd}]*)?\(?\b\d{3}\)?[\s.\p{Pd}]*\d{3}[\s.\p{Pd}]*\d{4}\b/gu,
  /\b\d{3}[.\p{Pd}]\d{4}\b/gu,
]

const stripNonDigits = (text: string) => ` ${text.replaceAll(/\D/g, '')} `

function parseSearchWords(search: string): string[] {
  const visibleText = removeInvisibleCharacters(removeAccents(search))
  const text = PHONE_PATTERNS.reduce(
    (replacedText, pattern) => replacedText.replaceAll(pattern, stripNonDigits),
    visibleText,
  )
  return (text.match(/[\p{L}\p{N}'-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, MAX_SEARCH_WORDS)
}

/** Matches a word, a prefix or a stem: "leaking" finds "leak". */
const buildWordQuery = (word: string): SQL => {
  const prefixQuery = `'${word.replaceAll("'", "''")}':*`
  return sql`(to_tsquery('simple', ${prefixQuery}) || to_tsquery('english', ${prefixQuery}))`
}

const buildWordsQuery = (words: string[]): SQL => sql.join(words.map(buildWordQuery), sql` && `)

const isAssignedTo = (table: typeof leads, assignee: string) =>
  assignee === UNASSIGNED ? isNull(table.assigneeId) : eq(table.assigneeId, assignee)

export type LeadMatches = { from: typeof leads; where: SQL | undefined }

/**
 * Returns the source table and the condition of a filter. Searches use a view, because row-level security on the table
 * prevents the use of the search index.
 */
export async function buildLeadQuery(tx: OrganizationTransaction, filter: LeadFilter): Promise<LeadMatches> {
  const { search, stage, urgency, source, assignee, from: since, to } = filter
  const zone = since || to ? await getTimeZone(tx) : ''
  const words = parseSearchWords(search ?? '')
  const from = words.length > 0 ? searchableLeads : leads
  const where = and(
    eq(from.organizationId, tx.organizationId),
    words.length > 0
      ? or(sql`${from.search} @@ (${buildWordsQuery(words)})`, matchesPhone(from.phone, search ?? ''))
      : undefined,
    stage ? eq(from.stage, stage) : undefined,
    urgency ? eq(from.urgency, urgency) : undefined,
    source ? eq(from.source, source) : undefined,
    assignee ? isAssignedTo(from, assignee) : undefined,
    since ? gte(from.createdAt, toMoment(since, zone)) : undefined,
    to ? lt(from.createdAt, toMoment(to, zone, 1)) : undefined,
  )
  return { from, where }
}
