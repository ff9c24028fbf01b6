import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CallSummary } from '../calls/record.ts'
import { isRowId } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { alerts, outgoing } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import type { Urgency } from '../leads/lead.ts'
import { addWork } from '../outgoing/queue.ts'
import type { AlertKind, AlertRecord } from './alert.ts'

/** Milliseconds after which a call is history: nobody is woken for what is only entered late. */
const HISTORY = 24 * 60 * 60_000

/** What of a call says whether somebody has to know of it. */
type AlertedCall = Pick<
  CallSummary,
  'id' | 'startedAt' | 'outcome' | 'attention' | 'attentionEndedAt' | 'handedToId' | 'isTest'
>

/**
 * Opens an alert, or opens it again, with the round that tells the first person. A round that is planned of an alert that
 * is opened again has an earlier number, and does nothing.
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
  if (!alert) throw new Error('An alert was stored and not given back')
  const round = alert.rounds + 1
  await addWork(tx, {
    kind: 'alert-round',
    onceKey: `${alert.id}-${round}`,
    details: { alertId: alert.id, round },
  })
}

const isWaiting = ({ attention, attentionEndedAt }: AlertedCall) => attention !== null && attentionEndedAt === null

/**
 * Opens the alerts of a call that was just stored, in its transaction; none of a test call, and none of a call of more than
 * a day ago. `wakeOutgoing` after it has the first person told at once.
 * @param urgency of the lead that came of it
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

/** Ends the open alerts of a call: nobody is told of it any more. */
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
 * What a change of a call means for its alerts, in the transaction of the change. Who is done with a call, hands it over or
 * takes it back has it in hand: what was open ends. Somebody whom a call is handed to is told, unless they took it themselves;
 * what newly needs a person, or has become an emergency, is told like that of a new call.
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

/** When each person was told of an alert first, by what was sent. */
async function firstTold(
  { db, organizationId }: OrganizationTransaction,
  alertIds: string[],
): Promise<Map<string, string>> {
  const detail = (name: string) => sql<string>`${outgoing.details} ->> ${sql.raw(`'${name}'`)}`
  const [alertId, userId, sentAt] = [detail('alertId'), detail('userId'), detail('sentAt')]
  const rows = await db
    .select({ alertId, userId, sentAt: sql<string>`min(${sentAt})` })
    .from(outgoing)
    .where(
      and(
        eq(outgoing.organizationId, organizationId),
        inArray(outgoing.kind, ['alert-mail', 'alert-push']),
        inArray(alertId, alertIds),
        sql`${sentAt} is not null`,
      ),
    )
    .groupBy(alertId, userId)
  return new Map(rows.map((row) => [`${row.alertId} ${row.userId}`, row.sentAt]))
}

/** The alerts of some calls, by the id of the call, oldest first. */
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
 * Somebody says that they have the call of an alert: its open alerts end. Said again, or by a second person, it changes
 * nothing.
 * @returns the alert, in which a second person reads who has it; undefined when there is none with this id
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
