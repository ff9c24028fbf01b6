import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/**
 * What has to be done outside for an organization, such as a mail or a request to the voice vendor, until it is done. It is
 * written in the transaction of its cause. Ids only: what is said is read when it is sent.
 */
export const outgoing = pgTable(
  'outgoing',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Which handler does it: see `lib/outgoing/handlers.ts`. */
    kind: text('kind').notNull(),
    /** The same text for the same work: asked for twice, it is done once. */
    onceKey: text('once_key').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    /** When it is to be tried next. While a worker tries, this is the end of its lease. */
    dueAt: moment('due_at').notNull(),
    doneAt: moment('done_at'),
    /** When it failed permanently; it is not retried then, and never done. */
    failedAt: moment('failed_at'),
    /** A code such as ECONNREFUSED; never the text of an error, which may quote somebody. */
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('outgoing_once').on(table.organizationId, table.kind, table.onceKey),
    index('outgoing_due')
      .on(table.kind, table.dueAt)
      .where(sql`done_at is null`),
  ],
)
