import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CallSummary } from '../model/call-record.ts'
import { isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { alerts } from '../schema/alerts.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import type { Actor } from '../model/event.ts'
import { needsAttention } from '../model/attention.ts'
import { recordEvent } from '../events/record.ts'
import type { Urgency } from '../model/lead.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { AlertKind, AlertRecord } from '../model/alert.ts'

/** Maximum age of a call that raises alerts. Imported calls are often older. */
const MAX_CALL_AGE_MS = 24 * 60 * 60_000

type AlertedCall = Pick<
  CallSummary,
  'id' | 'startedAt' | 'outcome' | 'attention' | 'attentionEndedAt' | 'handedToId' | 'isTest'
>

/**
 * Opens an alert, or reopens it, and enqueues the next escalation step. Jobs of earlier steps then do nothing, because
 * their step number is outdated.
 */
async function openAlert(tx: OrganizationTransaction, callId: string, kind: AlertKind): Promise<void> {
  const { db, organizationId } = tx
  const [alert] = await db
    .insert(alerts)
    .values({ organizationId, callId, kind })
    .onConflictDoUpdate({
      target: [alerts.organizationId, alerts.callId, alerts.kind],
      set: { takenAt: null, takenById: null, toldIds: [], rounds: sql`${alerts.rounds} + 1` },
    })
    .returning({ id: alerts.id, rounds: alerts.rounds })
  if (!alert) throw new Error('No row returned for the stored alert')
  const round = alert.rounds + 1
  await enqueue(tx, {
    kind: 'alert-round',
    onceKey: `${alert.id}-${round}`,
    details: { alertId: alert.id, round },
  })
}

/**
 * Raises the alerts of a new call. Skips test calls and calls older than a day. Call `wakeJobs` after the commit to
 * send them without delay.
 */
export async function raiseAlerts(
  tx: OrganizationTransaction,
  call: AlertedCall,
  { urgency }: { urgency?: Urgency | undefined } = {},
): Promise<void> {
  if (call.isTest || Date.now() - Date.parse(call.startedAt) > MAX_CALL_AGE_MS) return
  const isUrgent = call.outcome === 'emergency' || urgency === 'now'
  if (isUrgent) await openAlert(tx, call.id, 'urgent')
  if (call.handedToId) await openAlert(tx, call.id, 'handover')
  if (needsAttention(call) && !isUrgent) await openAlert(tx, call.id, 'promise')
}

const isOpenAlert = ({ organizationId }: OrganizationTransaction, callId: string) =>
  and(eq(alerts.organizationId, organizationId), eq(alerts.callId, callId), isNull(alerts.takenAt))

async function endAlerts(tx: OrganizationTransaction, actor: Actor, callId: string): Promise<void> {
  const endedAlerts = await tx.db
    .update(alerts)
    .set({ takenAt: sql`now()`, takenById: actor.kind === 'person' ? actor.id : null })
    .where(isOpenAlert(tx, callId))
    .returning({ kind: alerts.kind })
  if (endedAlerts.length === 0) return
  const details = { alerts: endedAlerts.map(({ kind }) => kind) }
  await recordEvent(tx, actor, { action: 'alert.taken', subjectId: callId, details })
}

async function hasOpenUrgentAlert(tx: OrganizationTransaction, callId: string): Promise<boolean> {
  const [alert] = await tx.db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isOpenAlert(tx, callId), eq(alerts.kind, 'urgent')))
  return alert !== undefined
}

/**
 * Updates the alerts after a change of a call. Resolving or assigning the call closes its open alerts. The new assignee
 * is notified, unless they assigned the call to themselves. Raises an alert if the call became an emergency or newly
 * needs attention.
 */
export async function updateAlertsOnChange(
  tx: OrganizationTransaction,
  actor: Actor,
  before: AlertedCall,
  after: AlertedCall,
): Promise<void> {
  const wasReassigned = after.handedToId !== before.handedToId
  const wasResolved = after.attentionEndedAt !== null && before.attentionEndedAt === null
  if (wasReassigned || wasResolved) await endAlerts(tx, actor, after.id)
  if (after.isTest) return
  const isSelfAssigned = actor.kind === 'person' && actor.id === after.handedToId
  if (after.outcome === 'emergency' && before.outcome !== 'emergency') return openAlert(tx, after.id, 'urgent')
  if (wasReassigned && after.handedToId) return isSelfAssigned ? undefined : openAlert(tx, after.id, 'handover')
  const isNewlyWaiting = needsAttention(after) && after.attention !== before.attention && !isSelfAssigned
  if (isNewlyWaiting && !(await hasOpenUrgentAlert(tx, after.id))) await openAlert(tx, after.id, 'promise')
}

async function findFirstSentTimes(
  { db, organizationId }: OrganizationTransaction,
  alertIds: string[],
): Promise<Map<string, string>> {
  const selectDetail = (name: string) => sql<string>`${jobs.details} ->> ${sql.raw(`'${name}'`)}`
  const [alertId, userId, sentAt] = [selectDetail('alertId'), selectDetail('userId'), selectDetail('sentAt')]
  const rows = await db
    .select({ alertId, userId, sentAt: sql<string>`min(${sentAt})` })
    .from(jobs)
    .where(
      and(
        eq(jobs.organizationId, organizationId),
        inArray(jobs.kind, ['alert-mail', 'alert-push']),
        inArray(alertId, alertIds),
        sql`${sentAt} is not null`,
      ),
    )
    .groupBy(alertId, userId)
  return new Map(rows.map((row) => [`${row.alertId} ${row.userId}`, row.sentAt]))
}

export async function findAlertsByCall(
  tx: OrganizationTransaction,
  callIds: string[],
): Promise<Map<string, AlertRecord[]>> {
  if (callIds.length === 0) return new Map()
  const rows = await tx.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.organizationId, tx.organizationId), inArray(alerts.callId, callIds)))
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
  if (rows.length === 0) return new Map()
  const sentTimes = await findFirstSentTimes(
    tx,
    rows.map(({ id }) => id),
  )
  const toAlertRecord = ({ id, kind, createdAt, toldIds, takenAt, takenById }: (typeof rows)[number]): AlertRecord => ({
    id,
    kind,
    createdAt: createdAt.toISOString(),
    told: toldIds.map((userId) => ({ userId, at: sentTimes.get(`${id} ${userId}`) ?? null })),
    takenAt: takenAt?.toISOString() ?? null,
    takenById,
  })
  const rowsByCall = Map.groupBy(rows, ({ callId }) => callId)
  return new Map([...rowsByCall].map(([callId, callRows]) => [callId, callRows.map(toAlertRecord)]))
}

/**
 * Closes all open alerts of the alert's call. Idempotent.
 * @returns undefined if the alert does not exist
 */
export async function claimAlert(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
): Promise<AlertRecord | undefined> {
  if (!isRowId(id)) return undefined
  const { db, organizationId } = tx
  const [alert] = await db
    .select({ callId: alerts.callId, takenAt: alerts.takenAt })
    .from(alerts)
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id)))
    .for('update')
  if (!alert) return undefined
  if (!alert.takenAt) await endAlerts(tx, actor, alert.callId)
  const callAlerts = (await findAlertsByCall(tx, [alert.callId])).get(alert.callId)
  return callAlerts?.find((candidate) => candidate.id === id)
}
