import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ViewedList } from '../model/saved-view.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Saved filters and sort orders of lists. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    list: text('list').$type<ViewedList>().notNull(),
    name: text('name').notNull(),
    /** Query string of the list without search terms, because these can contain personal data. */
    query: text('query').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    /** Clerk user id. Null if the user was deleted; then the view is shared. */
    createdById: text('created_by_id'),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [organizationOnlyPolicy(), index('saved_views_of').on(table.organizationId, table.list, table.createdAt)],
)
