import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Action, Actor } from '../model/event.ts'
import { timestamptz, sortableTimestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Audit log. It contains only ids of subjects, so events can outlive their subjects. */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    at: sortableTimestamptz('at').notNull().defaultNow(),
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    /** Clerk user id or API key id; null for other actors and deleted users. */
    actorId: text('actor_id'),
    action: text('action').$type<Action>().notNull(),
    subjectId: text('subject_id'),
    /** Counts and field names, such as `{ fields: ['stage'], from: 'new', to: 'qualified' }`; no personal data. */
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [
    organizationOnlyPolicy(),
    index('events_by_time').on(table.organizationId, table.at, table.id),
    index('events_of_subject').on(table.organizationId, table.subjectId, table.at),
  ],
)

/** Exports of an organization's data. The user id is null after the user is deleted. */
export const organizationExports = pgTable(
  'organization_exports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    userId: text('user_id'),
    at: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [organizationOnlyPolicy(), index('organization_exports_of').on(table.organizationId, table.at)],
)
