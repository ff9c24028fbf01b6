import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../db/columns.ts'

/**
 * Pending purges. A row stays until the follow-up purge, because a stale response may be in flight during the first.
 */
export const edgePurges = pgTable(
  'edge_purges',
  {
    key: text('key').primaryKey(),
    askedAt: timestamptz('asked_at').notNull(),
    dueAt: timestamptz('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('edge_purges_due').on(table.dueAt)],
)
