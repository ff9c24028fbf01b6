import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../db/columns.ts'
import { organizations } from '../db/organizations.ts'
import { organizationOnlyPolicy, siteOnlyPolicy } from '../db/organization-policies.ts'

/**
 * Background jobs. Details contain only ids, and handlers load the data. The previous version uses the view `outgoing`
 * (migration 0014).
 */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null for jobs of the site itself. Organizations cannot read those. */
    organizationId: text('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Key that deduplicates equal jobs. */
    onceKey: text('once_key').notNull(),
    /** Jobs of a serial kind run one at a time per lane; null for one lane per organization. */
    lane: text('lane'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    dueAt: timestamptz('due_at').notNull(),
    /** End of the lease of the worker that claimed the job; null if unclaimed. */
    leaseUntil: timestamptz('lease_until'),
    doneAt: timestamptz('done_at'),
    /** Time of a permanent failure, which is not retried. */
    failedAt: timestamptz('failed_at'),
    /** Error code such as ECONNREFUSED, never an error message, which may contain personal data. */
    lastError: text('last_error'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    siteOnlyPolicy(),
    unique('jobs_once').on(table.organizationId, table.kind, table.onceKey).nullsNotDistinct(),
    index('jobs_due')
      .on(table.kind, table.dueAt)
      .where(sql`done_at is null`),
  ],
)
