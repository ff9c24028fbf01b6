import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Requests counted in fixed windows. The key is a keyed hash: no address of a visitor is stored. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_over').on(table.resetsAt)],
)

/** Cache tags by the time at which they were last revalidated, for all processes of the site; old ones are deleted. */
export const revalidatedTags = pgTable(
  'revalidated_tags',
  {
    tag: text('tag').primaryKey(),
    revalidatedAt: moment('revalidated_at').notNull(),
  },
  (table) => [index('revalidated_tags_at').on(table.revalidatedAt)],
)

/** Processes of the site that run, and when each began to look for revalidated tags the last time. */
export const siteProcesses = pgTable('site_processes', {
  id: uuid('id').primaryKey(),
  lookedAt: moment('looked_at').notNull(),
})

/**
 * Keys of what a cache in front of the site still has to forget. A row stays until it was told some seconds after it was asked
 * for: an answer that was on its way to the cache meanwhile may be an old one.
 */
export const edgePurges = pgTable(
  'edge_purges',
  {
    key: text('key').primaryKey(),
    askedAt: moment('asked_at').notNull(),
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('edge_purges_due').on(table.dueAt)],
)
