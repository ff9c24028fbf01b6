import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Source, Stage, Urgency } from '../model/lead.ts'
import { folded, moment, searchWords, sortedMoment, sortKey } from '../../platform/db/columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from '../../platform/db/owned.ts'

const said = (): SQL =>
  sql`${leads.problem} || ' ' || coalesce(${leads.safety}, '') || ' ' || coalesce(${leads.system}, '')`

const written = (): SQL =>
  sql`${leads.name} || ' ' || coalesce(${leads.email}, '') || ' ' || coalesce(${leads.address}, '') || ' ' || coalesce(${leads.zip}, '')`

/** Splits what Postgres would index as one token, such as an email address. */
const parted = (words: SQL) => sql`translate(${words}, '@./_', '    ')`

/** Phone variants: with and without country code, without area code, and the last four digits. */
const dialled = (): SQL =>
  sql`coalesce(substr(${leads.phone}, 2) || ' ' || right(${leads.phone}, 10) || ' ' || right(${leads.phone}, 7) || ' ' || right(${leads.phone}, 4), '')`

/** Shared by the table and the search view. */
export const LEAD_COLUMNS = {
  id: uuid('id').primaryKey().defaultRandom(),
  organizationId: ownedByOrganization(),
  /** Same organization (`leads_call`); null once deleted. */
  callId: uuid('call_id'),
  name: text('name').notNull(),
  /** E.164, such as +12125550142. */
  phone: text('phone'),
  email: text('email'),
  address: text('address'),
  zip: text('zip'),
  /** In the caller's words. */
  problem: text('problem').notNull(),
  /** Short description of a danger; null if none. */
  safety: text('safety'),
  system: text('system'),
  urgency: text('urgency').$type<Urgency>().notNull().default('soon'),
  stage: text('stage').$type<Stage>().notNull().default('new'),
  source: text('source').$type<Source>().notNull(),
  /** Clerk user id. */
  assigneeId: text('assignee_id'),
  /** From a test call; excluded from counts. */
  isTest: boolean('is_test').notNull().default(false),
  /** For optimistic locking. */
  version: integer('version').notNull().default(1),
  createdAt: sortedMoment('created_at').notNull().defaultNow(),
  updatedAt: sortedMoment('updated_at').notNull().defaultNow(),
  nameKey: sortKey('name_key')
    .notNull()
    .generatedAlwaysAs((): SQL => folded(sql`${leads.name}`)),
  /** Sort key, most urgent first. */
  urgencyRank: integer('urgency_rank')
    .notNull()
    .generatedAlwaysAs(
      (): SQL => sql`case ${leads.urgency} when 'now' then 0 when 'today' then 1 when 'soon' then 2 else 3 end`,
    ),
  /** Unstemmed words for prefix matches, plus stems of what was said. */
  search: searchWords('search').generatedAlwaysAs(
    (): SQL =>
      sql`to_tsvector('simple', ${parted(folded(sql`${written()} || ' ' || ${said()}`))}) || to_tsvector('simple', ${dialled()}) || to_tsvector('english', ${said()})`,
  ),
}

/** Personal data: never in logs or URLs. */
export const leads = pgTable('leads', LEAD_COLUMNS, (table) => [
  ownOrganizationOnly(),
  unique('leads_of').on(table.organizationId, table.id),
  // Ascending: a backward scan serves `desc()`. Columns after the id allow filtering inside the index.
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
  // `fastupdate` off: searching its pending list gets slower as it grows.
  index('leads_search').using('gin', table.search).with({ fastupdate: false }),
])

export const leadNotes = pgTable(
  'lead_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Same organization (`lead_notes_lead`). */
    leadId: uuid('lead_id').notNull(),
    /** Clerk user id; null if deleted. */
    authorId: text('author_id'),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [ownOrganizationOnly(), index('lead_notes_of').on(table.organizationId, table.leadId, table.createdAt)],
)
