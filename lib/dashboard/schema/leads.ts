import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Source, Stage, Urgency } from '../model/lead.ts'
import { foldAccents, timestamptz, tsvector, sortableTimestamptz, sortKey } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

const buildProblemText = (): SQL =>
  sql`${leads.problem} || ' ' || coalesce(${leads.safety}, '') || ' ' || coalesce(${leads.system}, '')`

const buildContactText = (): SQL =>
  sql`${leads.name} || ' ' || coalesce(${leads.email}, '') || ' ' || coalesce(${leads.address}, '') || ' ' || coalesce(${leads.zip}, '')`

/** Splits email addresses, domains and similar text into words. Otherwise Postgres would index each as one token. */
const splitTokens = (words: SQL) => sql`translate(${words}, '@./_', '    ')`

/** Searchable forms of the phone number: with and without country code, without area code, and the last four digits. */
const buildPhoneForms = (): SQL =>
  sql`coalesce(substr(${leads.phone}, 2) || ' ' || right(${leads.phone}, 10) || ' ' || right(${leads.phone}, 7) || ' ' || right(${leads.phone}, 4), '')`

/** Columns of the table and of the search view. */
export const LEAD_COLUMNS = {
  id: uuid('id').primaryKey().defaultRandom(),
  organizationId: organizationIdColumn(),
  /** Foreign key `leads_call`: a call of the same organization; null after the call is deleted. */
  callId: uuid('call_id'),
  name: text('name').notNull(),
  /** Phone number in E.164, such as +12125550142. */
  phone: text('phone'),
  email: text('email'),
  address: text('address'),
  zip: text('zip'),
  /** Description of the problem in the caller's words. */
  problem: text('problem').notNull(),
  /** Short description of a danger; null if there is none. */
  safety: text('safety'),
  system: text('system'),
  urgency: text('urgency').$type<Urgency>().notNull().default('soon'),
  stage: text('stage').$type<Stage>().notNull().default('new'),
  source: text('source').$type<Source>().notNull(),
  /** Clerk user id. */
  assigneeId: text('assignee_id'),
  /** Whether the lead comes from a test call. Test leads are excluded from counts. */
  isTest: boolean('is_test').notNull().default(false),
  /** Version for optimistic locking. */
  version: integer('version').notNull().default(1),
  createdAt: sortableTimestamptz('created_at').notNull().defaultNow(),
  updatedAt: sortableTimestamptz('updated_at').notNull().defaultNow(),
  nameKey: sortKey('name_key')
    .notNull()
    .generatedAlwaysAs((): SQL => foldAccents(sql`${leads.name}`)),
  /** Sort key; the most urgent leads come first. */
  urgencyRank: integer('urgency_rank')
    .notNull()
    .generatedAlwaysAs(
      (): SQL => sql`case ${leads.urgency} when 'now' then 0 when 'today' then 1 when 'soon' then 2 else 3 end`,
    ),
  /** Full-text index: unstemmed words of all text fields for prefix matches, phone numbers, stems of the problem. */
  search: tsvector('search').generatedAlwaysAs(
    (): SQL =>
      sql`to_tsvector('simple', ${splitTokens(foldAccents(sql`${buildContactText()} || ' ' || ${buildProblemText()}`))}) || to_tsvector('simple', ${buildPhoneForms()}) || to_tsvector('english', ${buildProblemText()})`,
  ),
}

/** Leads. They contain personal data, which must not appear in logs or URLs. */
export const leads = pgTable('leads', LEAD_COLUMNS, (table) => [
  organizationOnlyPolicy(),
  unique('leads_of').on(table.organizationId, table.id),
  // A backward scan serves descending order. The columns after the id allow filters on the index alone.
  index('leads_by_time').on(
    table.organizationId,
    table.createdAt,
    table.id,
    table.stage,
    table.urgency,
    table.source,
    table.assigneeId,
  ),
  index('leads_by_name').on(
    table.organizationId,
    table.nameKey,
    table.id,
    table.stage,
    table.urgency,
    table.source,
    table.assigneeId,
  ),
  index('leads_by_urgency').on(
    table.organizationId,
    table.urgencyRank,
    table.createdAt.desc().nullsFirst(),
    table.id.desc().nullsFirst(),
    table.stage,
    table.source,
    table.assigneeId,
  ),
  index('leads_by_stage').on(table.organizationId, table.stage, table.createdAt, table.id),
  index('leads_by_change').on(table.organizationId, table.updatedAt, table.id),
  index('leads_call').on(table.callId),
  // With `fastupdate` off, new entries skip the pending list. Searches would slow down as that list grows.
  index('leads_search').using('gin', table.search).with({ fastupdate: false }),
])

export const leadNotes = pgTable(
  'lead_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Foreign key `lead_notes_lead`: a lead of the same organization. */
    leadId: uuid('lead_id').notNull(),
    /** Clerk user id; null if the user was deleted. */
    authorId: text('author_id'),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [organizationOnlyPolicy(), index('lead_notes_of').on(table.organizationId, table.leadId, table.createdAt)],
)
