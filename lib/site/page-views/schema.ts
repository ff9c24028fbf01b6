import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Views per page and day (UTC). Contains no visitor data. */
export const pageViews = pgTable(
  'page_views',
  {
    day: date('day').notNull(),
    path: text('path').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path] }), index('page_views_of').on(table.path)],
)
