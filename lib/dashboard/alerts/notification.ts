import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { SAFETY_KINDS, type SafetyKind } from '../model/safety.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { alerts, pushSubscriptions } from '../schema/alerts.ts'
import { calls } from '../schema/calls.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { leads } from '../schema/leads.ts'
import { recordEvent } from '../events/record.ts'
import { addAlertNotification } from '../notifications/alerts.ts'
import { URGENCIES } from '../model/lead.ts'
import type { OrganizationJob } from '../../platform/jobs/queue.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { formatDay, formatTime } from '../../platform/time/zone.ts'
import { ALERT_KINDS, type AlertKind } from '../model/alert.ts'
import { notificationDetails } from './escalation.ts'

/*
 * Content of alert emails and push notifications. Emails are not encrypted and notifications show on locked phones, so
 * neither contains the caller's name or number. Only emails quote the caller's words, and never words about health.
 */

export type AlertNotification = {
  userId: string
  alertId: string
  callId: string
  kind: AlertKind
  /** Whether this is the final step, which notifies all admins. */
  isLast: boolean
  title: string
  time: string
  /** Label of the lead's urgency; null if there is no lead. */
  urgency: string | null
  danger: string | null
  /** The danger with the caller's words; null if the words are about health. */
  reason: string | null
}

/** Dangers that depend on an occupant's age or health. Alerts never quote the caller's words for them. */
const HEALTH_KINDS: ReadonlySet<SafetyKind> = new Set(['cold', 'heat'])

/** Returns the rule text for an email. Returns null for health dangers and for an unknown format. */
const formatReason = (kind: SafetyKind | null, rule: string | null): string | null =>
  kind && !HEALTH_KINDS.has(kind) && rule?.startsWith(`${SAFETY_KINDS[kind]}: `) ? rule : null

const parseDetails = ({ details }: OrganizationJob): z.infer<typeof notificationDetails> =>
  notificationDetails.parse(details)

/**
 * Reads the content of a notification. Returns undefined if the alert is closed, reassigned or deleted, or if an
 * earlier attempt already sent it.
 */
export async function readNotification(
  tx: OrganizationTransaction,
  job: OrganizationJob,
): Promise<AlertNotification | undefined> {
  const { alertId, round, userId, isLast, sentAt } = parseDetails(job)
  if (sentAt) return undefined
  const { db, organizationId } = tx
  const [row] = await db
    .select({
      alert: alerts,
      startedAt: calls.startedAt,
      outcome: calls.outcome,
      safetyKind: calls.safetyKind,
      rule: calls.rule,
      urgency: leads.urgency,
    })
    .from(alerts)
    .innerJoin(calls, and(eq(calls.organizationId, organizationId), eq(calls.id, alerts.callId)))
    .leftJoin(leads, and(eq(leads.organizationId, organizationId), eq(leads.callId, alerts.callId)))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1)
  if (!row) return undefined
  const { alert, startedAt, outcome, urgency, safetyKind, rule } = row
  if (alert.takenAt || !alert.toldIds.includes(userId)) return undefined
  // If the call was reassigned again, another job notifies the new assignee.
  if (alert.kind === 'handover' && alert.rounds !== round) return undefined
  const zone = await getTimeZone(tx)
  return {
    userId,
    alertId,
    callId: alert.callId,
    kind: alert.kind,
    isLast: isLast ?? false,
    title: isLast ? `${ALERT_KINDS[alert.kind]}: no one has taken it yet` : ALERT_KINDS[alert.kind],
    time: `${formatDay(startedAt, zone)}, ${formatTime(startedAt, zone)}`,
    urgency: outcome === 'emergency' ? 'Emergency' : urgency && URGENCIES[urgency],
    danger: safetyKind && SAFETY_KINDS[safetyKind],
    reason: formatReason(safetyKind, rule),
  }
}

/**
 * Records a sent notification and lists it for the recipient. The audit log does not name the recipient, because its
 * events outlive deleted users.
 */
export async function recordSentNotification(
  tx: OrganizationTransaction,
  job: OrganizationJob,
  { alertId, callId, kind }: AlertNotification,
  now: Date,
): Promise<void> {
  const { db, organizationId } = tx
  const { round, userId, isLast = false, subscriptionId } = parseDetails(job)
  const sentAt = JSON.stringify({ sentAt: now.toISOString() })
  await db
    .update(jobs)
    .set({ details: sql`${jobs.details} || ${sentAt}::jsonb` })
    .where(and(eq(jobs.organizationId, organizationId), eq(jobs.id, job.id)))
  if (subscriptionId) {
    await db
      .update(pushSubscriptions)
      .set({ lastSentAt: now })
      .where(and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.id, subscriptionId)))
  }
  const channel = subscriptionId ? 'push' : 'mail'
  await addAlertNotification(tx, { alertId, round, userId, callId, alert: kind, channel, isLast })
  const details = { alert: kind, way: channel, round, ...(isLast && { to: 'admins' }) }
  await recordEvent(tx, { kind: 'site' }, { action: 'alert.sent', subjectId: callId, details })
}
