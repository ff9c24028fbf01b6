import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Plan } from '../../auth/access-table.ts'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** An organization's request for a line: the number that it forwards its calls to, and the assistant that answers there. */
export const lineRequests = pgTable(
  'line_requests',
  {
    organizationId: ownedByOrganization().primaryKey(),
    state: text('state').$type<'asked' | 'in-progress' | 'live'>().notNull().default('asked'),
    /** The number that the company has today, in E.164. */
    companyPhone: text('company_phone').notNull(),
    /** What else is to be known, in the words of who asked. */
    note: text('note'),
    /** Clerk's id; null once that person has been deleted. */
    askedById: text('asked_by_id'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    liveAt: moment('live_at'),
    /** Grows with each change, so that who changes an older state is told. */
    version: integer('version').notNull().default(1),
  },
  () => [ownOrganizationOnly()],
)

/** The plan that an organization tries before it has agreed on one. Once for each. */
export const trials = pgTable(
  'trials',
  {
    organizationId: ownedByOrganization().primaryKey(),
    plan: text('plan').$type<Plan>().notNull(),
    /** Clerk's id; null once that person has been deleted. */
    chosenById: text('chosen_by_id'),
    chosenAt: moment('chosen_at').notNull().defaultNow(),
    /** When the line went live, from which the days count; null until then. */
    startedAt: moment('started_at'),
    endsAt: moment('ends_at'),
  },
  () => [ownOrganizationOnly()],
)
