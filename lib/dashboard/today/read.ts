import { and, desc, eq, gte, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { findAlertsByCall } from '../alerts/repository.ts'
import { getCurrentInstructions } from '../assistant/repository.ts'
import { collectFacts } from '../calls/facts.ts'
import { isAwaitingAttention as isWaitingCall } from '../calls/search.ts'
import { PAGE_SIZE } from '../../constants.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import { findLine } from '../lines/repository.ts'
import { getSettings } from '../settings/repository.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { addDays, toDayKey, getStartOfDay } from '../../platform/time/zone.ts'
import { findTrial } from '../trials/repository.ts'
import { findPeriodSinceClose } from './since-close.ts'
import {
  type CallCounts,
  type CallMetrics,
  type ResolvedCall,
  type Range,
  RANGES,
  type Today,
  type TodayCall,
} from './today.ts'

/** Maximum number of calls since the last close. The call list shows the others. */
export const MAX_CALLS = 30

/** Condition that excludes test calls from counts. */
const realCallCondition = eq(calls.isTest, false)
const waitingCallCondition = isWaitingCall() as SQL

const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

const COUNTS = {
  answered: countIf(sql`${calls.outcome} <> 'missed'`),
  booked: countIf(sql`${calls.outcome} = 'booked'`),
  missed: countIf(sql`${calls.outcome} = 'missed'`),
}

const NO_CALLS: CallCounts = { answered: 0, booked: 0, missed: 0 }

const NEWEST_FIRST = [desc(calls.startedAt), desc(calls.id)]
const EMERGENCIES_FIRST = [desc(eq(calls.outcome, 'emergency')), ...NEWEST_FIRST]

async function listCalls(
  tx: OrganizationTransaction,
  condition: SQL,
  limit: number,
  order = NEWEST_FIRST,
): Promise<TodayCall[]> {
  const { db, organizationId } = tx
  // Apply the limit before the join, because a call may have several visits.
  const matchingIds = db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), condition))
    .orderBy(...order)
    .limit(limit)
  const rows = await db
    .select({ call: calls, lead: leads, visit: appointments })
    .from(calls)
    .leftJoin(leads, and(eq(leads.organizationId, organizationId), eq(leads.callId, calls.id)))
    .leftJoin(appointments, and(eq(appointments.organizationId, organizationId), eq(appointments.callId, calls.id)))
    .where(and(eq(calls.organizationId, organizationId), inArray(calls.id, matchingIds)))
    .orderBy(...order)
  const alerts = await findAlertsByCall(
    tx,
    rows.map(({ call }) => call.id),
  )
  const first = new Map(rows.toReversed().map((row) => [row.call.id, row]))
  return [...first.values()].toReversed().map(({ call, lead, visit }) => ({
    id: call.id,
    startedAt: call.startedAt.toISOString(),
    duration: call.duration,
    words: call.callerWords ?? call.summary,
    caller: lead?.name ?? call.callerName,
    phone: call.callerPhone,
    outcome: call.outcome,
    intent: call.intent,
    safetyKind: call.safetyKind,
    attention: call.attentionEndedAt ? null : call.attention,
    rule: call.rule,
    isTest: call.isTest,
    facts: collectFacts(call.transcript ?? []).flatMap(({ field, fact }) =>
      fact ? [{ field, value: fact.value }] : [],
    ),
    urgency: lead?.urgency ?? null,
    leadId: lead?.id ?? null,
    alerts: alerts.get(call.id) ?? [],
    version: call.version,
    visit: visit && {
      id: visit.id,
      startsAt: visit.startsAt.toISOString(),
      endsAt: visit.endsAt.toISOString(),
      state: visit.state,
    },
  }))
}

/** Returns the calls resolved since `since`, latest first. */
async function listResolvedCalls(tx: OrganizationTransaction, since: Date): Promise<ResolvedCall[]> {
  const { db, organizationId } = tx
  const resolvedRows = await db
    .select({ id: calls.id, attention: calls.attention, doneAt: calls.attentionEndedAt })
    .from(calls)
    .where(
      and(
        eq(calls.organizationId, organizationId),
        realCallCondition,
        isNotNull(calls.attention),
        gte(calls.attentionEndedAt, since),
      ),
    )
    .orderBy(desc(calls.attentionEndedAt), desc(calls.id))
    .limit(PAGE_SIZE)
  const matchesResolved = inArray(
    calls.id,
    resolvedRows.map(({ id }) => id),
  )
  const callsById = new Map((await listCalls(tx, matchesResolved, PAGE_SIZE)).map((call) => [call.id, call]))
  return resolvedRows.flatMap(({ id, attention, doneAt }) => {
    const call = callsById.get(id)
    return call && attention && doneAt ? [{ ...call, attention, doneAt: doneAt.toISOString() }] : []
  })
}

async function readCallSteps({ db, organizationId }: OrganizationTransaction) {
  const hasCall = async (isTest: boolean) => {
    const rows = await db
      .select({ id: calls.id })
      .from(calls)
      .where(and(eq(calls.organizationId, organizationId), eq(calls.isTest, isTest)))
      .limit(1)
    return rows.length > 0
  }
  return { firstCall: await hasCall(false), testCall: await hasCall(true) }
}

export async function readToday(tx: OrganizationTransaction, now: Date): Promise<Today> {
  const { db, organizationId } = tx
  const settings = await getSettings(tx)
  const { timeZone } = settings
  const period = findPeriodSinceClose(settings, timeZone, now)
  const matchesOrganization = eq(calls.organizationId, organizationId)
  const isSinceClosing = and(gte(calls.startedAt, period.from), lt(calls.startedAt, period.to)) as SQL
  const [periodCounts] = await db
    .select(COUNTS)
    .from(calls)
    .where(and(matchesOrganization, realCallCondition, isSinceClosing))
  const callSteps = await readCallSteps(tx)
  return {
    timeZone,
    now: now.toISOString(),
    night: {
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      closedOn: period.closedOn,
      ...(periodCounts ?? NO_CALLS),
    },
    waiting: await listCalls(tx, waitingCallCondition, PAGE_SIZE),
    waitingCount: await db.$count(calls, and(matchesOrganization, waitingCallCondition)),
    done: await listResolvedCalls(tx, getStartOfDay(toDayKey(now, timeZone), timeZone)),
    calls: await listCalls(tx, isSinceClosing, MAX_CALLS, EMERGENCIES_FIRST),
    steps: {
      forwarded: Boolean(settings.forwardedAt),
      hoursAndArea: Object.keys(settings.hours).length > 0 && settings.serviceArea.length > 0,
      instructions: !callSteps.firstCall && (await getCurrentInstructions(tx)).version > 0,
      onCall: settings.onCall.length > 0,
      ...callSteps,
    },
    line: callSteps.firstCall ? null : await findLine(tx),
    trial: callSteps.firstCall ? null : await findTrial(tx),
    forwardingNumber: settings.forwardingNumber,
  }
}

/** Returns daily counts up to today, and those of the preceding period of equal length. */
export async function readCallMetrics(tx: OrganizationTransaction, range: Range, now: Date): Promise<CallMetrics> {
  const { db, organizationId } = tx
  const timeZone = await getTimeZone(tx)
  const length = RANGES[range]
  const first = addDays(toDayKey(now, timeZone), 1 - 2 * length)
  // The time zone is inlined, because SELECT and GROUP BY must contain the same expression.
  const day = sql<string>`to_char(${calls.startedAt} at time zone ${sql.raw(`'${timeZone.replaceAll("'", "''")}'`)}, 'YYYY-MM-DD')`
  const rows = await db
    .select({ day, ...COUNTS })
    .from(calls)
    .where(
      and(
        eq(calls.organizationId, organizationId),
        realCallCondition,
        gte(calls.startedAt, getStartOfDay(first, timeZone)),
      ),
    )
    .groupBy(day)
  const rowsByDay = new Map(rows.map((row) => [row.day, row]))
  const days = Array.from({ length: 2 * length }, (_, index) => {
    const key = addDays(first, index)
    return rowsByDay.get(key) ?? { day: key, ...NO_CALLS }
  })
  return { days: days.slice(length), before: days.slice(0, length) }
}
