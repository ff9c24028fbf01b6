import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * What was deleted, so that it does not come back with a backup from before. Written by triggers (migration 0009), whoever
 * deletes; only the owner of the tables reads it. Ids only, nothing personal.
 */
export const deletions = pgTable(
  'deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** Rows that are gone, columns that were emptied, or conversations that the voice vendor was to delete. */
    kind: text('kind', { enum: ['rows', 'emptied', 'vendor'] }).notNull(),
    tableName: text('table_name').notNull(),
    /** Id of the organization, if it is data of one. No reference: the entry stays when the organization goes. */
    company: text('company'),
    /** Of the rows; of conversations at the vendor. */
    ids: text('ids').array().notNull(),
    /** What stands in the columns now, by their names; of conversations `agentId`. */
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [index('deletions_at').on(table.at)],
).enableRLS()

/**
 * Conversations that the voice vendor has yet to delete for companies that are gone: their work cannot be in `outgoing`, whose
 * rows go with them. A row goes when it is done.
 */
export const vendorDeletions = pgTable(
  'vendor_deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Id of the organization that is gone. */
    company: text('company').notNull(),
    agentId: text('agent_id').notNull(),
    conversations: text('conversations').array().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is to be tried next. While a worker tries, this is the end of its lease. */
    dueAt: moment('due_at').notNull().defaultNow(),
    /** A code such as ECONNREFUSED; never the text of an error. */
    lastError: text('last_error'),
    /** When the vendor refused it for good; it is not retried then. */
    failedAt: moment('failed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('vendor_deletions_due').on(table.dueAt)],
)
