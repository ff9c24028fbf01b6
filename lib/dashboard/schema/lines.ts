import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Plan } from '../../platform/auth/access-table.ts'
import { moment } from '../../platform/db/columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from '../../platform/db/owned.ts'

export const lineRequests = pgTable(
  'line_requests',
  {
    organizationId: ownedByOrganization().primaryKey(),
    state: text('state').$type<'asked' | 'in-progress' | 'live'>().notNull().default('asked'),
    /** The company's current number, E.164. */
    companyPhone: text('company_phone').notNull(),
    note: text('note'),
    /** Clerk user id; null if deleted. */
    askedById: text('asked_by_id'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    liveAt: moment('live_at'),
    /** For optimistic locking. */
    version: integer('version').notNull().default(1),
  },
  () => [ownOrganizationOnly()],
)

/** One trial per organization, before it agrees on a plan. */
export const trials = pgTable(
  'trials',
  {
    organizationId: ownedByOrganization().primaryKey(),
    plan: text('plan').$type<Plan>().notNull(),
    /** Clerk user id; null if deleted. */
    chosenById: text('chosen_by_id'),
    chosenAt: moment('chosen_at').notNull().defaultNow(),
    /** When the line went live; null before. */
    startedAt: moment('started_at'),
    endsAt: moment('ends_at'),
  },
  () => [ownOrganizationOnly()],
)
