import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../db/columns.ts'

/** Last revalidation of each cache tag, shared by all processes. Old rows are deleted. */
export const revalidatedTags = pgTable(
  'revalidated_tags',
  {
    tag: text('tag').primaryKey(),
    revalidatedAt: timestamptz('revalidated_at').notNull(),
  },
  (table) => [index('revalidated_tags_at').on(table.revalidatedAt)],
)

/** Running processes, each with the start time of its last poll for revalidated tags. */
export const siteProcesses = pgTable('site_processes', {
  id: uuid('id').primaryKey(),
  lookedAt: timestamptz('looked_at').notNull(),
})
