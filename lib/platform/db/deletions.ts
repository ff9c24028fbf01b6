import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/**
 * Log of deletions, so that they can be repeated after a backup is restored. Triggers write it (migration 0009), and
 * only the table owner reads it. It holds no personal data.
 */
export const deletions = pgTable(
  'deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: timestamptz('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** Type of the deletion: deleted rows, emptied columns, or conversations to delete from the voice vendor. */
    kind: text('kind', { enum: ['rows', 'emptied', 'vendor'] }).notNull(),
    tableName: text('table_name').notNull(),
    /** Organization id. The column has no foreign key, because the entry outlives the organization. */
    company: text('company'),
    /** Ids of the rows, or of the voice vendor's conversations. */
    ids: text('ids').array().notNull(),
    /** New column values by name; for conversations, the `agentId`. */
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [index('deletions_at').on(table.at)],
).enableRLS()

/** Replaced by `vendor-deletion` jobs. The previous version still reads this table; drop it in the next version. */
export const vendorDeletions = pgTable(
  'vendor_deletions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    company: text('company').notNull(),
    agentId: text('agent_id').notNull(),
    conversations: text('conversations').array().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; during an attempt, the end of its lease. */
    dueAt: timestamptz('due_at').notNull().defaultNow(),
    /** Error code such as ECONNREFUSED, never an error message. */
    lastError: text('last_error'),
    /** Time of a permanent failure, which is not retried. */
    failedAt: timestamptz('failed_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('vendor_deletions_due').on(table.dueAt)],
)
