import { millisecondsInMinute } from 'date-fns/constants'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { situationAt } from '../settings/situation.ts'
import { NOBODY_PAGED } from '../model/attention.ts'
import { inOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { alertPreferences, alerts, pushSubscriptions } from '../schema/alerts.ts'
import { calls } from '../schema/calls.ts'
import { recordEvent } from '../events/record.ts'
import { log } from '../../platform/log/log.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { FORMER_MEMBER } from '../model/organization-settings.ts'
import { getSettings } from '../settings/repository.ts'
import type { AlertKind } from '../model/alert.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

/*
 * Alerts escalate in rounds. Urgent calls and promised callbacks go down the on-call list, one person per round, and
 * finally to all admins at once. After that, the alert stays open on the dashboard.
 * A promised callback notifies the assignee first. A handover notifies only the assignee.
 * Quiet hours delay notifications but not rounds. Urgent calls ignore the quiet hours of people on call.
 */

const roundDetails = z.object({ alertId: z.guid(), round: z.int() })

/** Details of a notification job. `isLast` marks the notification of the admins, after all people on call. */
export const tellingDetails = roundDetails.extend({
  userId: z.string(),
  subscriptionId: z.guid().optional(),
  isLast: z.boolean().optional(),
  /** ISO 8601 time; absent until the notification is sent. */
  sentAt: z.string().optional(),
})

export type Ways = { mail: boolean; push: boolean }

type RoundOptions = {
  ways: Ways
  /** Returns Clerk user ids. Implementation: `lib/platform/auth/organizations/people.ts`. */
  membersWithRole: (organizationId: string, role: string) => Promise<string[]>
}

type Reach = { mail: boolean; subscriptions: string[]; quietHours: QuietHours | null }

const isReachable = (reach: Reach | undefined): reach is Reach =>
  reach !== undefined && (reach.mail || reach.subscriptions.length > 0)

async function reachOf(
  { db, organizationId }: OrganizationTransaction,
  userIds: string[],
  kind: AlertKind,
  ways: Ways,
): Promise<Map<string, Reach>> {
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
      const own = preferences.find((row) => row.userId === userId) ?? DEFAULT_PREFERENCES
      const isWanted = own.kinds.includes(kind)
      const ofPerson = subscriptions.filter((row) => row.userId === userId).map(({ id }) => id)
      const reach = {
        mail: isWanted && own.byMail && ways.mail,
        subscriptions: isWanted && own.byPush && ways.push ? ofPerson : [],
        quietHours: own.quietHours,
      }
      return [userId, reach]
    }),
  )
}

/** Returns the Clerk user ids of the people on call, in paging order. Skips people without an account. */
function onCallAt(settings: SettingsRecord, now: Date): string[] {
  const ids = situationAt(settings, now).onCall.flatMap(({ memberId }) => memberId ?? [])
  return [...new Set(ids)].filter((id) => id !== FORMER_MEMBER)
}

type Telling = { alertId: string; round: number; userId: string; isLast: boolean; reach: Reach; dueAt: Date }

async function tell(tx: OrganizationTransaction, { reach, dueAt, isLast, ...telling }: Telling): Promise<void> {
  const { alertId, round, userId } = telling
  const details = { ...telling, ...(isLast && { isLast }) }
  const onceKey = `${alertId}-${round}-${userId}`
  if (reach.mail) await enqueue(tx, { kind: 'alert-mail', onceKey, details, dueAt })
  for (const subscriptionId of reach.subscriptions) {
    const ofDevice = { onceKey: `${onceKey}-${subscriptionId}`, details: { ...details, subscriptionId } }
    await enqueue(tx, { kind: 'alert-push', ...ofDevice, dueAt })
  }
}

type Round = { alertId: string; round: number; now: Date; ways: Ways; admins?: string[] | undefined }

/** Locks the alert for a round. Returns undefined if the alert is closed or the round has already run. */
async function holdAlert({ db, organizationId }: OrganizationTransaction, { alertId, round }: Round) {
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
  const isCall = and(eq(calls.organizationId, organizationId), eq(calls.id, callId))
  const [call] = await db
    .select({ attention: calls.attention, attentionEndedAt: calls.attentionEndedAt })
    .from(calls)
    .where(isCall)
    .for('update')
  if (!call) return
  const open = call.attentionEndedAt ? null : call.attention
  if (open?.startsWith(NOBODY_PAGED)) return
  const attention = [NOBODY_PAGED, open].filter(Boolean).join('. ').slice(0, MAX_ATTENTION_LENGTH)
  await db
    .update(calls)
    .set({ attention, attentionEndedAt: null, version: sql`${calls.version} + 1`, updatedAt: sql`now()` })
    .where(isCall)
  await recordEvent(
    tx,
    { kind: 'site' },
    { action: 'call.updated', subjectId: callId, details: { fields: ['attention'] } },
  )
}

/**
 * Runs one round.
 * @returns `ask-admins` if nothing was done, because the caller must first fetch the admins
 */
async function makeRound(tx: OrganizationTransaction, made: Round): Promise<'ask-admins' | 'made'> {
  const { alertId, round, now, ways, admins } = made
  const { db, organizationId } = tx
  const alert = await holdAlert(tx, made)
  if (!alert) return 'made'
  const { kind, toldIds } = alert
  const [call] = await db
    .select({ handedToId: calls.handedToId })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.id, alert.callId)))
  const settings = await getSettings(tx)
  const onCall = onCallAt(settings, now)
  const handedTo = call?.handedToId ? [call.handedToId] : []
  const order = { urgent: onCall, handover: handedTo, promise: [...new Set([...handedTo, ...onCall])] }[kind]
  const reach = await reachOf(tx, [...new Set([...order, ...(admins ?? [])])], kind, ways)
  const canBeTold = (userId: string) => isReachable(reach.get(userId))
  const next = order.find((userId) => !toldIds.includes(userId) && canBeTold(userId))
  const isLast = next === undefined && kind !== 'handover'
  if (isLast && !admins) return 'ask-admins'
  const told = isLast ? (admins ?? []).filter(canBeTold) : next ? [next] : []
  if (told.length === 0) log.warn({ alert: alertId, kind }, 'alerts: no reachable recipient')
  if (kind === 'urgent' && toldIds.length === 0 && told.length === 0) await markUnpaged(tx, alert.callId)
  for (const userId of told) {
    const ofPerson = reach.get(userId)
    if (!ofPerson) continue
    const breaksQuiet = kind === 'urgent' && onCall.includes(userId)
    const quiet = breaksQuiet ? undefined : quietUntil(ofPerson.quietHours, now, settings.timeZone)
    await tell(tx, { alertId, round, userId, isLast, reach: ofPerson, dueAt: quiet ?? now })
  }
  await db
    .update(alerts)
    .set({ rounds: round, toldIds: [...new Set([...toldIds, ...told])] })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  if (next && kind !== 'handover') {
    const dueAt = new Date(now.getTime() + settings.pagingMinutes * millisecondsInMinute)
    const details = { alertId, round: round + 1 }
    await enqueue(tx, { kind: 'alert-round', onceKey: `${alertId}-${round + 1}`, details, dueAt })
  }
  return 'made'
}

export const alertRound =
  ({ ways, membersWithRole }: RoundOptions): Handler =>
  async ({ organizationId, details }, { db, now }) => {
    const { alertId, round } = roundDetails.parse(details)
    const make = (admins?: string[]) =>
      inOrganization(db, organizationId, (tx) => makeRound(tx, { alertId, round, now, ways, admins }))
    // Query Clerk outside the transaction, because the transaction locks the alert.
    if ((await make()) === 'ask-admins') await make(await membersWithRole(organizationId, 'org:admin'))
  }
