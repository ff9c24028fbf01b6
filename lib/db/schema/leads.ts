import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Source, Stage, Urgency } from '../../leads/lead.ts'
import { folded, moment, searchWords, sortedMoment, sortKey } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

const said = (): SQL =>
  sql`${leads.problem} || ' ' || coalesce(${leads.safety}, '') || ' ' || coalesce(${leads.system}, '')`

const written = (): SQL =>
  sql`${leads.name} || ' ' || coalesce(${leads.email}, '') || ' ' || coalesce(${leads.address}, '') || ' ' || coalesce(${leads.zip}, '')`

/** Parts of an email address, and of whatever else Postgres takes for one word, are words of their own. */
const parted = (words: SQL) => sql`translate(${words}, '@./_', '    ')`

/** With and without the code of the country, without the area, and the last four figures: however somebody begins. */
const dialled = (): SQL =>
  sql`coalesce(substr(${leads.phone}, 2) || ' ' || right(${leads.phone}, 10) || ' ' || right(${leads.phone}, 7) || ' ' || right(${leads.phone}, 4), '')`

/** Of the table, and of the view that is searched. */
export const LEAD_COLUMNS = {
  id: uuid('id').primaryKey().defaultRandom(),
  organizationId: ownedByOrganization(),
  /** The call that it came of, while that is kept; of the same organization (`leads_call`). */
  callId: uuid('call_id'),
  name: text('name').notNull(),
  /** In E.164, such as +12125550142. */
  phone: text('phone'),
  email: text('email'),
  address: text('address'),
  zip: text('zip'),
  /** In the caller's words. */
  problem: text('problem').notNull(),
  /** What makes it dangerous, in a few words; null when nothing does. */
  safety: text('safety'),
  system: text('system'),
  urgency: text('urgency').$type<Urgency>().notNull().default('soon'),
  stage: text('stage').$type<Stage>().notNull().default('new'),
  source: text('source').$type<Source>().notNull(),
  /** Clerk's id of the person who looks after it. */
  assigneeId: text('assignee_id'),
  /** Whether it came of a test call: it is marked as such and counts nowhere. */
  isTest: boolean('is_test').notNull().default(false),
  /** Grows with each change, so that who changes an older state is told. */
  version: integer('version').notNull().default(1),
  createdAt: sortedMoment('created_at').notNull().defaultNow(),
  updatedAt: sortedMoment('updated_at').notNull().defaultNow(),
  /** What names are sorted by. */
  nameKey: sortKey('name_key')
    .notNull()
    .generatedAlwaysAs((): SQL => folded(sql`${leads.name}`)),
  /** What urgencies are sorted by, most urgent first. */
  urgencyRank: integer('urgency_rank')
    .notNull()
    .generatedAlwaysAs(
      (): SQL => sql`case ${leads.urgency} when 'now' then 0 when 'today' then 1 when 'soon' then 2 else 3 end`,
    ),
  /** Words as they are, whose beginnings are found, and stems of what was said. */
  search: searchWords('search').generatedAlwaysAs(
    (): SQL =>
      sql`to_tsvector('simple', ${parted(folded(sql`${written()} || ' ' || ${said()}`))}) || to_tsvector('simple', ${dialled()}) || to_tsvector('english', ${said()})`,
  ),
}

/** People who may become a job. Personal data: never logged, never part of an address. */
export const leads = pgTable('leads', LEAD_COLUMNS, (table) => [
  ownOrganizationOnly(),
  unique('leads_of').on(table.organizationId, table.id),
  // Ascending, because read backwards it is the order of `desc()`; what follows the id is filtered without the rows.
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
  // New words at once into the index: searching those that wait would take longer the more there are.
  index('leads_search').using('gin', table.search).with({ fastupdate: false }),
])

/** What people wrote about a lead. */
export const leadNotes = pgTable(
  'lead_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Of the same organization (`lead_notes_lead`). */
    leadId: uuid('lead_id').notNull(),
    /** Clerk's id; null once that person has been deleted. */
    authorId: text('author_id'),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [ownOrganizationOnly(), index('lead_notes_of').on(table.organizationId, table.leadId, table.createdAt)],
)
