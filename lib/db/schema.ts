import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** What a visitor wrote in the contact form. Personal data: never logged, never part of an address. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Id of the form's ticket: a form that is sent twice is stored once. */
  ticketId: text('ticket_id').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  company: text('company').notNull(),
  phone: text('phone'),
  message: text('message').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** One row for each way a message goes out, written in the transaction that stores the message. */
export const contactDeliveries = pgTable(
  'contact_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is to be tried next. While a worker tries, this is the end of its lease. */
    dueAt: moment('due_at').notNull(),
    deliveredAt: moment('delivered_at'),
    /** A code such as ECONNREFUSED; never the text of an error, which may quote the visitor. */
    lastError: text('last_error'),
  },
  (table) => [
    unique('contact_deliveries_once').on(table.messageId, table.channel),
    index('contact_deliveries_due')
      .on(table.channel, table.dueAt)
      .where(sql`delivered_at is null`),
  ],
)

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

/**
 * Organizations that exist, as far as their events have arrived; names and people stay with Clerk. Everything that is kept
 * for an organization refers to its row, and goes with it.
 */
export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  knownSince: moment('known_since').notNull().defaultNow(),
})

const ownedByOrganization = () =>
  text('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** Who belongs to which organization: it says whose data to look at when a person is deleted. */
export const organizationMembers = pgTable(
  'organization_members',
  {
    /** Clerk's id of the membership: somebody who comes back has a new one. */
    id: text('id').primaryKey(),
    organizationId: ownedByOrganization(),
    userId: text('user_id').notNull(),
  },
  (table) => [
    index('organization_members_user').on(table.userId),
    index('organization_members_of').on(table.organizationId),
  ],
)

/** When somebody exported an organization's data; without a user once that person has been deleted. */
export const organizationExports = pgTable(
  'organization_exports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    userId: text('user_id'),
    at: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('organization_exports_of').on(table.organizationId, table.at)],
)

/** An organization's own data beside Clerk's ids, by its name in an export. What stands here is exported and deleted with it. */
export const ORGANIZATION_DATA = { exports: organizationExports }

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

/** Cache tags by the time at which they were last revalidated, for all processes of the site; old ones are deleted. */
export const revalidatedTags = pgTable(
  'revalidated_tags',
  {
    tag: text('tag').primaryKey(),
    revalidatedAt: moment('revalidated_at').notNull(),
  },
  (table) => [index('revalidated_tags_at').on(table.revalidatedAt)],
)
