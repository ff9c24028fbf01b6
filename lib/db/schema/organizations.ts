import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * Organizations that exist, as far as their events have arrived; names and people stay with Clerk. Everything that is kept
 * for an organization refers to its row, and goes with it.
 */
export const organizations = pgTable(
  'organizations',
  {
    id: text('id').primaryKey(),
    knownSince: moment('known_since').notNull().defaultNow(),
    /**
     * When what has been kept long enough is deleted the next time; null until that is planned. While a worker does it, this
     * is the end of its lease.
     */
    retentionDueAt: moment('retention_due_at'),
  },
  (table) => [index('organizations_retention').on(table.retentionDueAt)],
)

/** Who belongs to which organization: it says whose data to look at when a person is deleted. */
export const organizationMembers = pgTable(
  'organization_members',
  {
    /** Clerk's id of the membership: somebody who comes back has a new one. */
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

/** Ids of organizations, memberships and people that were deleted, so that a late event does not bring them back. */
export const deletedClerkIds = pgTable('deleted_clerk_ids', {
  id: text('id').primaryKey(),
  at: moment('at').notNull().defaultNow(),
})

/** Ids of events that have been dealt with: each is delivered at least once. */
export const clerkEvents = pgTable(
  'clerk_events',
  {
    id: text('id').primaryKey(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [index('clerk_events_received').on(table.receivedAt)],
)
