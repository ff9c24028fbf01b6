import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CallSummary } from '../model/call-record.ts'
import { isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { alerts } from '../schema/alerts.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import type { Urgency } from '../model/lead.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { AlertKind, AlertRecord } from '../model/alert.ts'

/** Maximum age of a call in milliseconds. Older calls, such as imported ones, raise no alerts. */
const HISTORY = 24 * 60 * 60_000

type AlertedCall = Pick<
  CallSummary,
  'id' | 'startedAt' | 'outcome' | 'attention' | 'attentionEndedAt' | 'handedToId' | 'isTest'
>

/**
 * Opens an alert, or reopens it, and enqueues the next round. Jobs of earlier rounds then do nothing, because their
 * number is outdated.
 */
async function raise(tx: OrganizationTransaction, callId: string, kind: AlertKind): Promise<void> {
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

const isWaiting = ({ attention, attentionEndedAt }: AlertedCall) => attention !== null && attentionEndedAt === null

/**
 * Raises the alerts of a new call. Skips test calls and calls older than a day. Call `wakeJobs` after the commit to
 * send them without delay.
 */
export async function raiseAlerts(
  tx: OrganizationTransaction,
  call: AlertedCall,
  { urgency }: { urgency?: Urgency | undefined } = {},
): Promise<void> {
  if (call.isTest || Date.now() - Date.parse(call.startedAt) > HISTORY) return
  const isUrgent = call.outcome === 'emergency' || urgency === 'now'
  if (isUrgent) await raise(tx, call.id, 'urgent')
  if (call.handedToId) await raise(tx, call.id, 'handover')
  if (isWaiting(call) && !isUrgent) await raise(tx, call.id, 'promise')
}

const openOf = ({ organizationId }: OrganizationTransaction, callId: string) =>
  and(eq(alerts.organizationId, organizationId), eq(alerts.callId, callId), isNull(alerts.takenAt))

async function endAlerts(tx: OrganizationTransaction, actor: Actor, callId: string): Promise<void> {
  const ended = await tx.db
    .update(alerts)
    .set({ takenAt: sql`now()`, takenById: actor.kind === 'person' ? actor.id : null })
    .where(openOf(tx, callId))
    .returning({ kind: alerts.kind })
  if (ended.length === 0) return
  const details = { alerts: ended.map(({ kind }) => kind) }
  await recordEvent(tx, actor, { action: 'alert.taken', subjectId: callId, details })
}

async function hasOpenUrgent(tx: OrganizationTransaction, callId: string): Promise<boolean> {
  const [found] = await tx.db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(openOf(tx, callId), eq(alerts.kind, 'urgent')))
  return found !== undefined
}

/**
 * Updates the alerts after a change of a call. Resolving or assigning the call closes its open alerts. The new assignee
 * is notified, unless they assigned the call to themselves. Raises an alert if the call became an emergency or newly
 * needs attention.
 */
export async function alertsOfChange(
  tx: OrganizationTransaction,
  actor: Actor,
  before: AlertedCall,
  after: AlertedCall,
): Promise<void> {
  const isHanded = after.handedToId !== before.handedToId
  const isDone = after.attentionEndedAt !== null && before.attentionEndedAt === null
  if (isHanded || isDone) await endAlerts(tx, actor, after.id)
  if (after.isTest) return
  const isOwn = actor.kind === 'person' && actor.id === after.handedToId
  if (after.outcome === 'emergency' && before.outcome !== 'emergency') return raise(tx, after.id, 'urgent')
  if (isHanded && after.handedToId) return isOwn ? undefined : raise(tx, after.id, 'handover')
  const isNew = isWaiting(after) && after.attention !== before.attention && !isOwn
  if (isNew && !(await hasOpenUrgent(tx, after.id))) await raise(tx, after.id, 'promise')
}

async function firstTold(
  { db, organizationId }: OrganizationTransaction,
  alertIds: string[],
): Promise<Map<string, string>> {
  const detail = (name: string) => sql<string>`${jobs.details} ->> ${sql.raw(`'${name}'`)}`
  const [alertId, userId, sentAt] = [detail('alertId'), detail('userId'), detail('sentAt')]
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

export async function alertsOfCalls(
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
  const told = await firstTold(
    tx,
    rows.map(({ id }) => id),
  )
  const recordOf = ({ id, kind, createdAt, toldIds, takenAt, takenById }: (typeof rows)[number]): AlertRecord => ({
    id,
    kind,
    createdAt: createdAt.toISOString(),
    told: toldIds.map((userId) => ({ userId, at: told.get(`${id} ${userId}`) ?? null })),
    takenAt: takenAt?.toISOString() ?? null,
    takenById,
  })
  const byCall = Map.groupBy(rows, ({ callId }) => callId)
  return new Map([...byCall].map(([callId, own]) => [callId, own.map(recordOf)]))
}

/**
 * Closes all open alerts of the alert's call. Idempotent.
 * @returns undefined if the alert does not exist
 */
export async function takeAlert(
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
  const all = (await alertsOfCalls(tx, [alert.callId])).get(alert.callId)
  return all?.find((each) => each.id === id)
}
