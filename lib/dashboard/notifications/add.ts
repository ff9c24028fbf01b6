import { sql } from 'drizzle-orm'
import { hashText } from '../../platform/crypto/secret.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { CHANGES_CHANNEL } from '../events/record.ts'
import type { NotificationKind } from '../model/notification.ts'
import { notifications } from '../schema/notifications.ts'

export type NewNotification = {
  /** Clerk user id. */
  userId: string
  kind: NotificationKind
  subjectId?: string | undefined
  /** Ids, codes and counts; no personal data. */
  details?: Record<string, unknown>
  /** Key that deduplicates equal notifications of a user. Jobs need one, because they may run twice. */
  onceKey?: string
}

/** Returns the id of a notification with a `onceKey`: a UUID of version 8, which custom formats use (RFC 9562). */
export function buildNotificationId(organizationId: string, userId: string, onceKey: string): string {
  const hash = hashText(JSON.stringify([organizationId, userId, onceKey]))
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** On commit, Postgres notifies open dashboards. */
export async function notifyDashboards({ db, organizationId }: OrganizationTransaction): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${organizationId})`)
}

/** Adds notifications to the lists of users. On commit, Postgres notifies open dashboards. */
export async function addNotifications(
  tx: OrganizationTransaction,
  entries: readonly NewNotification[],
): Promise<void> {
  if (entries.length === 0) return
  const { db, organizationId } = tx
  const rows = entries.map(({ onceKey, ...entry }) => ({
    ...entry,
    ...(onceKey && { id: buildNotificationId(organizationId, entry.userId, onceKey) }),
    organizationId,
  }))
  await db.insert(notifications).values(rows).onConflictDoNothing({ target: notifications.id })
  await notifyDashboards(tx)
}
