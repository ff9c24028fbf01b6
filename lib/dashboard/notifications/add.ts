import { sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { CHANGES_CHANNEL } from '../events/record.ts'
import type { NotificationKind } from '../model/notification.ts'
import { notifications } from '../schema/notifications.ts'

export type NewNotification = {
  /** Clerk user id. */
  userId: string
  kind: NotificationKind
  subjectId?: string
  /** Ids, codes and counts; no personal data. */
  details?: Record<string, unknown>
}

/** Adds notifications to the lists of users. On commit, Postgres notifies open dashboards. */
export async function addNotifications(
  { db, organizationId }: OrganizationTransaction,
  entries: readonly NewNotification[],
): Promise<void> {
  if (entries.length === 0) return
  await db.insert(notifications).values(entries.map((entry) => ({ ...entry, organizationId })))
  await db.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${organizationId})`)
}
