import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Lets a restored backup be cleaned. Written by triggers (migration 0009), read by the table owner only. No personal data. */
export const deletions = pgTable(
  'deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** Deleted rows, emptied columns, or conversations to delete at the voice vendor. */
    kind: text('kind', { enum: ['rows', 'emptied', 'vendor'] }).notNull(),
    tableName: text('table_name').notNull(),
    /** Organization id. No foreign key: the entry outlives the organization. */
    company: text('company'),
    /** Row ids, or conversation ids at the vendor. */
    ids: text('ids').array().notNull(),
    /** New column values by name; for conversations `agentId`. */
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [index('deletions_at').on(table.at)],
).enableRLS()

/** Replaced by `vendor-deletion` jobs. The previous version still reads it; drop it in the next version. */
export const vendorDeletions = pgTable(
  'vendor_deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    company: text('company').notNull(),
    agentId: text('agent_id').notNull(),
    conversations: text('conversations').array().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Next attempt; during an attempt, the end of its lease. */
    dueAt: moment('due_at').notNull().defaultNow(),
    /** A code such as ECONNREFUSED, never an error message. */
    lastError: text('last_error'),
    /** Permanent failure, not retried. */
    failedAt: moment('failed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('vendor_deletions_due').on(table.dueAt)],
)
