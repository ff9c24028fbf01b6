import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { SAFETY_KINDS, type SafetyKind } from '../calls/safety.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { alerts, calls, leads, outgoing, pushSubscriptions } from '../db/schema/index.ts'
import { recordEvent } from '../events/record.ts'
import { URGENCIES } from '../leads/lead.ts'
import type { Work } from '../outgoing/queue.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { formatDay, formatTime } from '../time/zone.ts'
import { ALERT_KINDS, type AlertKind } from './alert.ts'
import { tellingDetails } from './round.ts'

/*
 * Sent outside of the dashboard. Mails are not encrypted, and notifications are read on locked phones: neither has the name or
 * the number of a caller. Of a danger to life both have the label. Only a mail quotes the words that decided, and only when
 * they are not about health. Everything else is behind the link, after signing in.
 */

/** What is said of a call. */
export type Telling = {
  userId: string
  alertId: string
  callId: string
  kind: AlertKind
  /** "Urgent call", and that the people before did not take it. */
  title: string
  /** "Tue, Nov 24, 2:14 AM". */
  time: string
  /** How urgent the call is, in words; null where no lead came of it. */
  urgency: string | null
  /** The danger to life, such as "Gas leak or odor". */
  danger: string | null
  /** The danger with the words that decided; null when those are about health. */
  reason: string | null
}

/** Dangers recognized by the age or health of someone in the house: their words stay in the dashboard. */
const HEALTH_KINDS: ReadonlySet<SafetyKind> = new Set(['cold', 'heat'])

/** The rule when it names the danger and the words that decided; a rule of another wording is never sent. */
const reasonOf = (kind: SafetyKind | null, rule: string | null): string | null =>
  kind && !HEALTH_KINDS.has(kind) && rule?.startsWith(`${SAFETY_KINDS[kind]}: `) ? rule : null

const detailsOf = ({ details }: Work): z.infer<typeof tellingDetails> => tellingDetails.parse(details)

/**
 * What a person is to be told; undefined when that is over: somebody has the call, it was handed to another person, it was
 * deleted, or they have been told by an attempt that could not say so.
 */
export async function readTelling(tx: OrganizationTransaction, work: Work): Promise<Telling | undefined> {
  const { alertId, round, userId, isLast, sentAt } = detailsOf(work)
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
  // A call that is handed over again is told of anew.
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

/** Writes that a person has been told, into the work and the log: whom is not said there, since the log outlasts a person. */
export async function recordTold(
  tx: OrganizationTransaction,
  work: Work,
  { callId, kind }: Telling,
  now: Date,
): Promise<void> {
  const { db, organizationId } = tx
  const { round, isLast, subscriptionId } = detailsOf(work)
  const sentAt = JSON.stringify({ sentAt: now.toISOString() })
  await db
    .update(outgoing)
    .set({ details: sql`${outgoing.details} || ${sentAt}::jsonb` })
    .where(and(eq(outgoing.organizationId, organizationId), eq(outgoing.id, work.id)))
  if (subscriptionId) {
    await db
      .update(pushSubscriptions)
      .set({ lastSentAt: now })
      .where(and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.id, subscriptionId)))
  }
  const details = { alert: kind, way: subscriptionId ? 'push' : 'mail', round, ...(isLast && { to: 'admins' }) }
  await recordEvent(tx, { kind: 'site' }, { action: 'alert.sent', subjectId: callId, details })
}
