import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { situationAt } from '../assistant/situation.ts'
import { NOBODY_PAGED } from '../calls/attention.ts'
import { inOrganization, type OrganizationTransaction } from '../db/organization.ts'
import { alertPreferences, alerts, calls, pushSubscriptions } from '../db/schema/index.ts'
import { recordEvent } from '../events/record.ts'
import { log } from '../log/log.ts'
import { addWork } from '../outgoing/queue.ts'
import type { Handler } from '../outgoing/worker.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { FORMER_MEMBER } from '../settings/organization-settings.ts'
import { getSettings } from '../settings/store.ts'
import type { AlertKind } from './alert.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

/*
 * Who is told of a call, one round after the other. An urgent call and what was promised go along the people who are on call
 * at the time of the round, each time the first who has not been told, until somebody has it. When all of them have been told,
 * or none of them can be, the admins are told once, all of them, and after that it stays open on the dashboard. What was
 * promised goes first to whom the call is handed to; a handover goes to that person alone.
 *
 * Quiet hours put off what is sent to their end, but do not hold up the next round. One thing breaks them: an urgent call, for
 * whoever is on call at that moment.
 */

/** What a round is about, in the details of the work. */
const roundDetails = z.object({ alertId: z.guid(), round: z.int() })

/** What is told to one person, in the details of the work. `isLast` says that the admins were told, since nobody has it. */
export const tellingDetails = roundDetails.extend({
  userId: z.string(),
  subscriptionId: z.guid().optional(),
  isLast: z.boolean().optional(),
  /** When it was sent, in ISO 8601; written when it has been. */
  sentAt: z.string().optional(),
})

const MINUTE = 60_000

/** The ways that lead out of this site. */
export type Ways = { mail: boolean; push: boolean }

type RoundOptions = {
  ways: Ways
  /** Clerk's ids of an organization's members with a role; see `lib/auth/organizations/people.ts`. */
  membersWithRole: (organizationId: string, role: string) => Promise<string[]>
}

/** How one person can be told of a kind of alert. */
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

/** Clerk's ids of who is on call at a moment and has a sign-in, in order. */
function onCallAt(settings: SettingsRecord, now: Date): string[] {
  const ids = situationAt(settings, now).onCall.flatMap(({ memberId }) => memberId ?? [])
  return [...new Set(ids)].filter((id) => id !== FORMER_MEMBER)
}

type Telling = { alertId: string; round: number; userId: string; isLast: boolean; reach: Reach; dueAt: Date }

/** Stores what is sent to a person, each once: a mail, and a notification for each of their devices. */
async function tell(tx: OrganizationTransaction, { reach, dueAt, isLast, ...telling }: Telling): Promise<void> {
  const { alertId, round, userId } = telling
  const details = { ...telling, ...(isLast && { isLast }) }
  const onceKey = `${alertId}-${round}-${userId}`
  if (reach.mail) await addWork(tx, { kind: 'alert-mail', onceKey, details, dueAt })
  for (const subscriptionId of reach.subscriptions) {
    const ofDevice = { onceKey: `${onceKey}-${subscriptionId}`, details: { ...details, subscriptionId } }
    await addWork(tx, { kind: 'alert-push', ...ofDevice, dueAt })
  }
}

type Round = { alertId: string; round: number; now: Date; ways: Ways; admins?: string[] | undefined }

/** Holds the alert of a round until the transaction ends; undefined when it has been taken, or this round was made before. */
async function holdAlert({ db, organizationId }: OrganizationTransaction, { alertId, round }: Round) {
  const [alert] = await db
    .select()
    .from(alerts)
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
    .for('update')
  return alert && !alert.takenAt && alert.rounds === round - 1 ? alert : undefined
}

const MAX_ATTENTION_LENGTH = 300

/** Marks a call on Today as an emergency that reached no person. What else it waits for stays after that. */
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
  // Open dashboards refresh on events.
  await recordEvent(
    tx,
    { kind: 'site' },
    { action: 'call.updated', subjectId: callId, details: { fields: ['attention'] } },
  )
}

/**
 * Makes one round in a transaction: with it goes all that is sent, and the round after it.
 * @returns `ask-admins` when nothing was done, because the admins have to be known first
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
  if (told.length === 0) log.warn({ alert: alertId, kind }, 'Nobody can be told of a call at once')
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
    const dueAt = new Date(now.getTime() + settings.pagingMinutes * MINUTE)
    const details = { alertId, round: round + 1 }
    await addWork(tx, { kind: 'alert-round', onceKey: `${alertId}-${round + 1}`, details, dueAt })
  }
  return 'made'
}

/** Decides whom to tell of a call now, and stores what is sent to them. Done a second time, it does nothing. */
export const alertRound =
  ({ ways, membersWithRole }: RoundOptions): Handler =>
  async ({ organizationId, details }, { db, now }) => {
    const { alertId, round } = roundDetails.parse(details)
    const make = (admins?: string[]) =>
      inOrganization(db, organizationId, (tx) => makeRound(tx, { alertId, round, now, ways, admins }))
    // Clerk is asked outside of a transaction, which would hold the alert while it thinks.
    if ((await make()) === 'ask-admins') await make(await membersWithRole(organizationId, 'org:admin'))
  }
