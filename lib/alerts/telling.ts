import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
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
 * What people are told outside of the dashboard. Mails are not encrypted, and a notification is read on a locked phone: it
 * names no caller, no number and no word of theirs. What there is to know is behind the link, after signing in.
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
  /** How soon somebody has to act, in words; null where no lead came of it. */
  urgency: string | null
}

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
    .select({ alert: alerts, startedAt: calls.startedAt, outcome: calls.outcome, urgency: leads.urgency })
    .from(alerts)
    .innerJoin(calls, and(eq(calls.organizationId, organizationId), eq(calls.id, alerts.callId)))
    .leftJoin(leads, and(eq(leads.organizationId, organizationId), eq(leads.callId, alerts.callId)))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1)
  if (!found) return undefined
  const { alert, startedAt, outcome, urgency } = found
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
