import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
