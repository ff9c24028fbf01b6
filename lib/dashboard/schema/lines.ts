import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Plan } from '../../platform/auth/access-table.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

export const lineRequests = pgTable(
  'line_requests',
  {
    organizationId: organizationIdColumn().primaryKey(),
    state: text('state').$type<'asked' | 'in-progress' | 'live'>().notNull().default('asked'),
    /** Current phone number of the company, in E.164. */
    companyPhone: text('company_phone').notNull(),
    note: text('note'),
    /** Clerk user id; null if the user was deleted. */
    askedById: text('asked_by_id'),
    askedAt: timestamptz('asked_at').notNull().defaultNow(),
    startedAt: timestamptz('started_at'),
    liveAt: timestamptz('live_at'),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
  },
  () => [organizationOnlyPolicy()],
)

/** Trials of a plan: one per organization, before it agrees on a paid plan. */
export const trials = pgTable(
  'trials',
  {
    organizationId: organizationIdColumn().primaryKey(),
    plan: text('plan').$type<Plan>().notNull(),
    /** Clerk user id; null if the user was deleted. */
    chosenById: text('chosen_by_id'),
    chosenAt: timestamptz('chosen_at').notNull().defaultNow(),
    /** Time at which the line went live; null until then. */
    startedAt: timestamptz('started_at'),
    endsAt: timestamptz('ends_at'),
  },
  () => [organizationOnlyPolicy()],
)
