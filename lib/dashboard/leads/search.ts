import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { pgView } from 'drizzle-orm/pg-core'
import { withoutAccents } from '../../values/accents.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { LEAD_COLUMNS, leads } from '../schema/leads.ts'
import { removeInvisible } from '../../values/invisible.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { momentIn } from '../../platform/time/zone.ts'
import { type LeadFilter, UNASSIGNED } from './input.ts'

/** Read-only view of the current organization's leads. A migration creates it with the columns of the table. */
const searchableLeads = pgView('searchable_leads', LEAD_COLUMNS).existing() as unknown as typeof leads

const MAX_WORDS = 12

/** Formats of phone numbers with seven or more digits. A match is searched as one word. */
const PHONE_NUMBERS = [
  /\+[\d\s().\p{Pd}]{6,}\d/gu,
  /(?:\b1[\s.\p{Pd}]*)?\(?\b\d{3}\)?[\s.\p{Pd}]*\d{3}[\s.\p{Pd}]*\d{4}\b/gu,
  /\b\d{3}[.\p{Pd}]\d{4}\b/gu,
]

const figures = (text: string) => ` ${text.replaceAll(/\D/g, '')} `

function searchedWords(search: string): string[] {
  const visible = removeInvisible(withoutAccents(search))
  const text = PHONE_NUMBERS.reduce((before, pattern) => before.replaceAll(pattern, figures), visible)
  return (text.match(/[\p{L}\p{N}'-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

/** Matches a word, a prefix or a stem: "leaking" finds "leak". */
const hasWord = (word: string): SQL => {
  const beginning = `'${word.replaceAll("'", "''")}':*`
  return sql`(to_tsquery('simple', ${beginning}) || to_tsquery('english', ${beginning}))`
}

const hasWords = (words: string[]): SQL => sql.join(words.map(hasWord), sql` && `)

const isFor = (table: typeof leads, assignee: string) =>
  assignee === UNASSIGNED ? isNull(table.assigneeId) : eq(table.assigneeId, assignee)

export type LeadsFound = { from: typeof leads; where: SQL | undefined }

/**
 * Returns the source table and the condition of a filter. Searches use a view, because row-level security on the table
 * prevents the use of the search index.
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
    since ? gte(from.createdAt, momentIn(since, zone)) : undefined,
    to ? lt(from.createdAt, momentIn(to, zone, 1)) : undefined,
  )
  return { from, where }
}
