import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { SAFETY_KINDS, type SafetyKind } from '../model/safety.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { alerts, pushSubscriptions } from '../schema/alerts.ts'
import { calls } from '../schema/calls.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { leads } from '../schema/leads.ts'
import { recordEvent } from '../events/record.ts'
import { URGENCIES } from '../model/lead.ts'
import type { OrganizationJob } from '../../platform/jobs/queue.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { formatDay, formatTime } from '../../platform/time/zone.ts'
import { ALERT_KINDS, type AlertKind } from '../model/alert.ts'
import { tellingDetails } from './round.ts'

/*
 * Content for emails, which are not encrypted, and for notifications, which show on locked phones. Neither has the caller's
 * name or number. Only emails quote the deciding words, unless they are about health.
 */

export type Telling = {
  userId: string
  alertId: string
  callId: string
  kind: AlertKind
  title: string
  time: string
  /** Label of the urgency; null without a lead. */
  urgency: string | null
  danger: string | null
  /** The danger with the deciding words; null if those are about health. */
  reason: string | null
}

/** Dangers recognized by an occupant's age or health: their words stay in the dashboard. */
const HEALTH_KINDS: ReadonlySet<SafetyKind> = new Set(['cold', 'heat'])

/** Null for a rule in an unknown format, which is never sent. */
const reasonOf = (kind: SafetyKind | null, rule: string | null): string | null =>
  kind && !HEALTH_KINDS.has(kind) && rule?.startsWith(`${SAFETY_KINDS[kind]}: `) ? rule : null

const detailsOf = ({ details }: OrganizationJob): z.infer<typeof tellingDetails> => tellingDetails.parse(details)

/** Undefined if the notification is obsolete: the call is taken, reassigned or deleted, or an earlier attempt sent it. */
export async function readTelling(tx: OrganizationTransaction, job: OrganizationJob): Promise<Telling | undefined> {
  const { alertId, round, userId, isLast, sentAt } = detailsOf(job)
  if (sentAt) return undefined
  const { db, organizationId } = tx
  const [found] = await db
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
  if (!found) return undefined
  const { alert, startedAt, outcome, urgency, safetyKind, rule } = found
  if (alert.takenAt || !alert.toldIds.includes(userId)) return undefined
  // Another handover of the call sends its own notification.
  if (alert.kind === 'handover' && alert.rounds !== round) return undefined
  const zone = await timeZoneOf(tx)
  return {
    userId,
    alertId,
    callId: alert.callId,
    kind: alert.kind,
    title: isLast ? `${ALERT_KINDS[alert.kind]}: nobody has it yet` : ALERT_KINDS[alert.kind],
    time: `${formatDay(startedAt, zone)}, ${formatTime(startedAt, zone)}`,
    urgency: outcome === 'emergency' ? 'Emergency' : urgency && URGENCIES[urgency],
    danger: safetyKind && SAFETY_KINDS[safetyKind],
    reason: reasonOf(safetyKind, rule),
  }
}

/** The audit log does not name the recipient, because it outlives user deletion. */
export async function recordTold(
  tx: OrganizationTransaction,
  job: OrganizationJob,
  { callId, kind }: Telling,
  now: Date,
): Promise<void> {
  const { db, organizationId } = tx
  const { round, isLast, subscriptionId } = detailsOf(job)
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
  const details = { alert: kind, way: subscriptionId ? 'push' : 'mail', round, ...(isLast && { to: 'admins' }) }
  await recordEvent(tx, { kind: 'site' }, { action: 'alert.sent', subjectId: callId, details })
}
