import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { AppointmentState } from '../model/appointment.ts'
import { foldAccents, sortableTimestamptz, sortKey, splitWords, timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Visits. They contain personal data, which must not appear in logs or URLs. */
export const appointments = pgTable(
  'appointments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Foreign keys `appointments_lead` and `appointments_call`: same organization; null if the record was deleted. */
    leadId: uuid('lead_id'),
    callId: uuid('call_id'),
    customer: text('customer').notNull(),
    phone: text('phone'),
    address: text('address'),
    job: text('job').notNull(),
    startsAt: sortableTimestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    technician: text('technician'),
    state: text('state').$type<AppointmentState>().notNull().default('requested'),
    /** Reason for the latest move or cancellation. */
    reason: text('reason'),
    /** Whether the visit comes from a test call. Test visits are excluded from counts. */
    isTest: boolean('is_test').notNull().default(false),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Words of the customer, address and job for the search, with accents removed. */
    searchKey: sortKey('search_key').generatedAlwaysAs((): SQL =>
      splitWords(
        foldAccents(
          sql`${appointments.customer} || ' ' || coalesce(${appointments.address}, '') || ' ' || ${appointments.job}`,
        ),
      ),
    ),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('appointments_of').on(table.organizationId, table.id),
    index('appointments_by_time').on(table.organizationId, table.startsAt, table.id),
    index('appointments_lead').on(table.leadId),
    index('appointments_call').on(table.callId),
    check('appointments_window', sql`${table.endsAt} > ${table.startsAt}`),
  ],
)

export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    name: text('name').notNull(),
    /** SHA-256 of the secret in the feed URL. The secret itself is shown only once. */
    secretHash: text('secret_hash').notNull().unique(),
    /** Clerk user id. */
    createdById: text('created_by_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [organizationOnlyPolicy(), index('calendar_feeds_of').on(table.organizationId)],
)
