import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { AppointmentState } from '../../appointments/appointment.ts'
import { moment, sortedMoment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** Visits at a customer's. Personal data: never logged, never part of an address. */
export const appointments = pgTable(
  'appointments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Both of the same organization (`appointments_lead`, `appointments_call`), while those are kept. */
    leadId: uuid('lead_id'),
    callId: uuid('call_id'),
    customer: text('customer').notNull(),
    phone: text('phone'),
    address: text('address'),
    /** What the visit is for. */
    job: text('job').notNull(),
    startsAt: sortedMoment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    technician: text('technician'),
    state: text('state').$type<AppointmentState>().notNull().default('requested'),
    /** Why it was moved or cancelled the last time, in the words of who did it. */
    reason: text('reason'),
    /** Whether it came of a test call: it is marked as such and counts nowhere. */
    isTest: boolean('is_test').notNull().default(false),
    /** Grows with each change, so that who changes an older state is told. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('appointments_of').on(table.organizationId, table.id),
    index('appointments_by_time').on(table.organizationId, table.startsAt, table.id),
    index('appointments_lead').on(table.leadId),
    index('appointments_call').on(table.callId),
    check('appointments_window', sql`${table.endsAt} > ${table.startsAt}`),
  ],
)

/** Secret addresses at which calendar programs read the appointments. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    name: text('name').notNull(),
    /** SHA-256 of the secret part of the address, which is shown once. */
    secretHash: text('secret_hash').notNull().unique(),
    /** Clerk's id of who made it. */
    createdById: text('created_by_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [ownOrganizationOnly(), index('calendar_feeds_of').on(table.organizationId)],
)
