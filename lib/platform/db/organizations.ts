import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/**
 * Organizations from Clerk's events. Their names and members' data stay in Clerk. All organization data references this
 * row and is deleted with it.
 */
export const organizations = pgTable(
  'organizations',
  {
    id: text('id').primaryKey(),
    knownSince: timestamptz('known_since').notNull().defaultNow(),
    /** Time to enqueue the next retention job; null until scheduled. */
    retentionDueAt: timestamptz('retention_due_at'),
  },
  (table) => [index('organizations_retention').on(table.retentionDueAt)],
)

/** Memberships, to find the organizations of a deleted user. */
export const organizationMembers = pgTable(
  'organization_members',
  {
    /** Clerk's membership id. A user who rejoins gets a new one. */
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
  },
  (table) => [
    index('organization_members_user').on(table.userId),
    index('organization_members_of').on(table.organizationId),
  ],
)

/** Deleted Clerk ids, so that a late event does not restore the user or organization. */
export const deletedClerkIds = pgTable('deleted_clerk_ids', {
  id: text('id').primaryKey(),
  at: timestamptz('at').notNull().defaultNow(),
})

/** Ids of processed events. Clerk delivers each event at least once. */
export const clerkEvents = pgTable(
  'clerk_events',
  {
    id: text('id').primaryKey(),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
  },
  (table) => [index('clerk_events_received').on(table.receivedAt)],
)
