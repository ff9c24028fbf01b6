import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '../model/notification.ts'
import { sortableTimestamptz, timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Notifications of a user, as the dashboard lists them. They contain ids and counts, but no personal data. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Clerk user id. */
    userId: text('user_id').notNull(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Id of the call, lead, import, connection or endpoint. */
    subjectId: text('subject_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    readAt: timestamptz('read_at'),
    createdAt: sortableTimestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    index('notifications_at').on(table.organizationId, table.createdAt),
    index('notifications_of').on(table.organizationId, table.userId, table.createdAt, table.id),
  ],
)
