import { millisecondsInMinute } from 'date-fns/constants'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { getSituation } from '../settings/situation.ts'
import { needsAttention, NO_ONE_PAGED_ATTENTION } from '../model/attention.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { alertPreferences, alerts, pushSubscriptions } from '../schema/alerts.ts'
import { CALL_SUMMARY_COLUMNS, calls } from '../schema/calls.ts'
import { publishEvent } from '../publish/publish-event.ts'
import { toJson } from '../../platform/db/list.ts'
import { recordEvent } from '../events/record.ts'
import { log } from '../../platform/log/log.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { FORMER_MEMBER_ID } from '../model/organization-settings.ts'
import { getSettings } from '../settings/repository.ts'
import type { AlertKind } from '../model/alert.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { findQuietEnd, type QuietHours } from './quiet-hours.ts'

/*
 * Alerts escalate in steps; `round` is the step number. Urgent calls and promised callbacks notify the on-call list,
 * one teammate per step. The last step notifies all admins at the same time. After that, the alert stays open on the
 * dashboard.
 * A promised callback notifies the assignee first. A reassigned call (`handover`) notifies only the assignee.
 * Quiet hours delay notifications but not steps. For urgent calls, the quiet hours of teammates on call do not apply.
 */

const stepDetails = z.object({ alertId: z.guid(), round: z.int() })

/** Details of a notification job. `isLast` marks the final step, which notifies the admins. */
export const notificationDetails = stepDetails.extend({
  userId: z.string(),
  subscriptionId: z.guid().optional(),
  isLast: z.boolean().optional(),
  /** ISO 8601 time; absent until the notification is sent. */
  sentAt: z.string().optional(),
})

export type AlertChannels = { mail: boolean; push: boolean }

type EscalationOptions = {
  channels: AlertChannels
  /** Returns Clerk user ids. Implementation: `lib/platform/auth/organizations/people.ts`. */
  membersWithRole: (organizationId: string, role: string) => Promise<string[]>
}

type NotificationTargets = { mail: boolean; subscriptions: string[]; quietHours: QuietHours | null }

const isReachable = (targets: NotificationTargets | undefined): targets is NotificationTargets =>
  targets !== undefined && (targets.mail || targets.subscriptions.length > 0)

async function findTargets(
  { db, organizationId }: OrganizationTransaction,
  userIds: string[],
  kind: AlertKind,
  channels: AlertChannels,
): Promise<Map<string, NotificationTargets>> {
  if (userIds.length === 0) return new Map()
  const preferences = await db
    .select()
    .from(alertPreferences)
    .where(and(eq(alertPreferences.organizationId, organizationId), inArray(alertPreferences.userId, userIds)))
  const subscriptions = await db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.organizationId, organizationId), inArray(pushSubscriptions.userId, userIds)))
  return new Map(
    userIds.map((userId) => {
      const preference = preferences.find((row) => row.userId === userId) ?? DEFAULT_PREFERENCES
      const isEnabled = preference.kinds.includes(kind)
      const subscriptionIds = subscriptions.filter((row) => row.userId === userId).map(({ id }) => id)
      const targets = {
        mail: isEnabled && preference.byMail && channels.mail,
        subscriptions: isEnabled && preference.byPush && channels.push ? subscriptionIds : [],
        quietHours: preference.quietHours,
      }
      return [userId, targets]
    }),
  )
}

/** Returns the Clerk user ids of the teammates on call, in paging order. Skips entries that have no user account. */
function findOnCall(settings: SettingsRecord, now: Date): string[] {
  const ids = getSituation(settings, now).onCall.flatMap(({ memberId }) => memberId ?? [])
  return [...new Set(ids)].filter((id) => id !== FORMER_MEMBER_ID)
}

type NotificationRequest = {
  alertId: string
  round: number
  userId: string
  isLast: boolean
  targets: NotificationTargets
  dueAt: Date
}

async function enqueueNotification(
  tx: OrganizationTransaction,
  { targets, dueAt, isLast, ...notification }: NotificationRequest,
): Promise<void> {
  const { alertId, round, userId } = notification
  const details = { ...notification, ...(isLast && { isLast }) }
  const onceKey = `${alertId}-${round}-${userId}`
  if (targets.mail) await enqueue(tx, { kind: 'alert-mail', onceKey, details, dueAt })
  for (const subscriptionId of targets.subscriptions) {
    const pushJob = { onceKey: `${onceKey}-${subscriptionId}`, details: { ...details, subscriptionId } }
    await enqueue(tx, { kind: 'alert-push', ...pushJob, dueAt })
  }
}

type EscalationStep = {
  alertId: string
  round: number
  now: Date
  channels: AlertChannels
  admins?: string[] | undefined
}

/** Locks the alert for a step. Returns undefined if the alert is closed or the step has already run. */
async function lockAlert({ db, organizationId }: OrganizationTransaction, { alertId, round }: EscalationStep) {
  const [alert] = await db
    .select()
    .from(alerts)
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
    .for('update')
  return alert && !alert.takenAt && alert.rounds === round - 1 ? alert : undefined
}

const MAX_ATTENTION_LENGTH = 300

/** Flags the call as an emergency that paged no one. Keeps the existing reason for attention. */
async function markUnpaged(tx: OrganizationTransaction, callId: string): Promise<void> {
  const { db, organizationId } = tx
  const isSameCall = and(eq(calls.organizationId, organizationId), eq(calls.id, callId))
  const [call] = await db
    .select({ attention: calls.attention, attentionEndedAt: calls.attentionEndedAt })
    .from(calls)
    .where(isSameCall)
    .for('update')
  if (!call) return
  const openAttention = call.attentionEndedAt ? null : call.attention
  if (openAttention?.startsWith(NO_ONE_PAGED_ATTENTION)) return
  const attention = [NO_ONE_PAGED_ATTENTION, openAttention].filter(Boolean).join('. ').slice(0, MAX_ATTENTION_LENGTH)
  const [row] = await db
    .update(calls)
    .set({ attention, attentionEndedAt: null, version: sql`${calls.version} + 1`, updatedAt: sql`now()` })
    .where(isSameCall)
    .returning(CALL_SUMMARY_COLUMNS)
  await recordEvent(
    tx,
    { kind: 'site' },
    { action: 'call.updated', subjectId: callId, details: { fields: ['attention'] } },
  )
  if (row && !needsAttention(call)) await publishEvent(tx, 'call.needs_attention', toJson(row))
}

/**
 * Runs one escalation step.
 * @returns `ask-admins` if nothing was done, because the caller must first fetch the admins
 */
async function runEscalationStep(tx: OrganizationTransaction, step: EscalationStep): Promise<'ask-admins' | 'made'> {
  const { alertId, round, now, channels, admins } = step
  const { db, organizationId } = tx
  const alert = await lockAlert(tx, step)
  if (!alert) return 'made'
  const { kind, toldIds } = alert
  const [call] = await db
    .select({ handedToId: calls.handedToId })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.id, alert.callId)))
  const settings = await getSettings(tx)
  const onCall = findOnCall(settings, now)
  const assignees = call?.handedToId ? [call.handedToId] : []
  const recipients = { urgent: onCall, handover: assignees, promise: [...new Set([...assignees, ...onCall])] }[kind]
  const targetsByUser = await findTargets(tx, [...new Set([...recipients, ...(admins ?? [])])], kind, channels)
  const canNotify = (userId: string) => isReachable(targetsByUser.get(userId))
  const next = recipients.find((userId) => !toldIds.includes(userId) && canNotify(userId))
  const isLast = next === undefined && kind !== 'handover'
  if (isLast && !admins) return 'ask-admins'
  const notifiedIds = isLast ? (admins ?? []).filter(canNotify) : next ? [next] : []
  if (notifiedIds.length === 0) log.warn({ alert: alertId, kind }, 'alerts: no reachable recipient')
  if (kind === 'urgent' && toldIds.length === 0 && notifiedIds.length === 0) await markUnpaged(tx, alert.callId)
  for (const userId of notifiedIds) {
    const userTargets = targetsByUser.get(userId)
    if (!userTargets) continue
    const ignoresQuietHours = kind === 'urgent' && onCall.includes(userId)
    const quietEnd = ignoresQuietHours ? undefined : findQuietEnd(userTargets.quietHours, now, settings.timeZone)
    await enqueueNotification(tx, { alertId, round, userId, isLast, targets: userTargets, dueAt: quietEnd ?? now })
  }
  await db
    .update(alerts)
    .set({ rounds: round, toldIds: [...new Set([...toldIds, ...notifiedIds])] })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  if (next && kind !== 'handover') {
    const dueAt = new Date(now.getTime() + settings.pagingMinutes * millisecondsInMinute)
    const details = { alertId, round: round + 1 }
    await enqueue(tx, { kind: 'alert-round', onceKey: `${alertId}-${round + 1}`, details, dueAt })
  }
  return 'made'
}

export const createEscalationHandler =
  ({ channels, membersWithRole }: EscalationOptions): Handler =>
  async ({ organizationId, details }, { db, now }) => {
    const { alertId, round } = stepDetails.parse(details)
    const runStep = (admins?: string[]) =>
      runInOrganization(db, organizationId, (tx) => runEscalationStep(tx, { alertId, round, now, channels, admins }))
    // Query Clerk outside the transaction, because the transaction locks the alert.
    if ((await runStep()) === 'ask-admins') await runStep(await membersWithRole(organizationId, 'org:admin'))
  }
