import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { AlertKind } from '../model/alert.ts'
import type { Channel } from '../model/notification.ts'
import { notifications } from '../schema/notifications.ts'
import { buildNotificationId, notifyDashboards } from './add.ts'

type SentAlert = {
  alertId: string
  /** Number of the escalation step. */
  round: number
  userId: string
  callId: string
  alert: AlertKind
  channel: Channel
  /** Whether the step notified the admins, because no one took the call. */
  isLast: boolean
}

/** Adds a channel to the details, once. */
const addChannel = (channel: Channel): SQL => {
  const channels = sql`coalesce(${notifications.details} -> 'channels', '[]') || to_jsonb(${channel}::text)`
  return sql`${notifications.details} || jsonb_build_object('channels', (select jsonb_agg(distinct name) from jsonb_array_elements(${channels}) name))`
}

/** Adds the channel to the notification of the assignment, which already lists the call. */
async function addToAssignment(
  { db, organizationId }: OrganizationTransaction,
  { userId, callId, channel }: SentAlert,
): Promise<boolean> {
  const [assignment] = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.organizationId, organizationId),
        eq(notifications.userId, userId),
        eq(notifications.kind, 'assigned'),
        eq(notifications.subjectId, callId),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(1)
  if (!assignment) return false
  await db
    .update(notifications)
    .set({ details: addChannel(channel) })
    .where(and(eq(notifications.organizationId, organizationId), eq(notifications.id, assignment.id)))
  return true
}

/** Lists a sent alert. All channels and attempts of an escalation step share one notification per user. */
export async function addAlertNotification(tx: OrganizationTransaction, sent: SentAlert): Promise<void> {
  const { db, organizationId } = tx
  const { alertId, round, userId, callId, alert, channel, isLast } = sent
  if (alert === 'handover' && (await addToAssignment(tx, sent))) return notifyDashboards(tx)
  await db
    .insert(notifications)
    .values({
      id: buildNotificationId(organizationId, userId, `${alertId}-${round}`),
      organizationId,
      userId,
      kind: 'alert',
      subjectId: callId,
      details: { alert, channels: [channel], ...(isLast && { isLast }) },
    })
    .onConflictDoUpdate({ target: notifications.id, set: { details: addChannel(channel) } })
  await notifyDashboards(tx)
}
