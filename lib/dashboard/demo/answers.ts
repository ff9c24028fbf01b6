import type { CallDetail, CallRecord } from '../model/call-record.ts'
import { type CallList, type CallListState, callListState } from '../calls/list-state.ts'
import { calendarAddress, calendarParams } from '../appointments/calendar.ts'
import { STAGE_NAMES } from '../model/lead.ts'
import { askedOf, type LeadListState, leadListState } from '../leads/list-state.ts'
import type { LeadPage, LeadRecord, LeadRow, LeadsPage, StageCounts, TimelineEntry } from '../leads/record.ts'
import { readAddress } from '../query/address-state.ts'
import type { QueryParams } from '../query/dashboard-query.ts'
import type { CallFigures, Today, TodayCall } from '../today/today.ts'
import { addDays, dayKey } from '../../platform/time/zone.ts'
import { factsOf } from '../calls/facts.ts'
import { alertsOf, CALL_NAMES, type CallName, callId, callOf, summaryOf } from './calls.ts'
import { at, idOf, NOW, TODAY, ZONE } from './company.ts'
import { LEAD_NAMES, leadId, type LeadName, leadOf, leadOfCall } from './leads.ts'
import { calendarAnswerOf, visitAskedAbout, visitOfCall } from './visits.ts'

export type SampleAnswer = { name: string; params?: QueryParams; answer: unknown }

const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

const isWaiting = (name: CallName): boolean => {
  const { attention, attentionEndedAt } = callOf(name)
  return attention !== null && attentionEndedAt === null
}

function todayCallOf(name: CallName): TodayCall {
  const call = callOf(name)
  const lead = leadOfCall(name)
  const visit = visitOfCall(name)
  return {
    ...pick(call, 'id', 'startedAt', 'duration', 'version', 'outcome', 'intent', 'safetyKind', 'rule', 'isTest'),
    words: call.callerWords,
    caller: call.callerName,
    phone: call.callerPhone,
    attention: isWaiting(name) ? call.attention : null,
    facts: factsOf(call.transcript ?? []).flatMap(({ field, fact }) => (fact ? [{ field, value: fact.value }] : [])),
    urgency: lead?.urgency ?? null,
    leadId: lead?.id ?? null,
    alerts: alertsOf(name),
    visit: visit ? pick(visit, 'id', 'startsAt', 'endsAt', 'state') : null,
  }
}

const CLOSED = at('2026-01-12', '17:00')

const isEmergency = (name: CallName): boolean => callOf(name).outcome === 'emergency'

function countOutcomes(calls: readonly CallRecord[]) {
  const count = (wanted: CallRecord['outcome']) => calls.filter(({ outcome }) => outcome === wanted).length
  return { answered: calls.length - count('missed'), booked: count('booked'), missed: count('missed') }
}

export function todayAnswer(): Today {
  const night = CALL_NAMES.filter((name) => callOf(name).startedAt >= CLOSED)
  const waiting = CALL_NAMES.filter(isWaiting)
  return {
    timeZone: ZONE,
    now: NOW,
    night: { from: CLOSED, to: NOW, closedOn: addDays(TODAY, -1), ...countOutcomes(night.map(callOf)) },
    waiting: waiting.map(todayCallOf),
    waitingCount: waiting.length,
    done: [],
    calls: [...night.filter(isEmergency), ...night.filter((name) => !isEmergency(name))].map(todayCallOf),
    steps: { hoursAndArea: true, instructions: true, testCall: true, onCall: true, forwarded: true, firstCall: true },
    line: null,
    trial: null,
    forwardingNumber: null,
  }
}

/** Counts for the seven days before the sample calls: answered, booked, missed. */
const WEEK_BEFORE = [
  [2, 1, 1],
  [1, 0, 1],
  [2, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
  [3, 2, 1],
  [2, 1, 0],
] as const

export function figuresAnswer(): CallFigures {
  const days = WEEK_BEFORE.map((_, position) => addDays(TODAY, position - WEEK_BEFORE.length + 1))
  const calls = CALL_NAMES.map(callOf)
  return {
    days: days.map((day) => ({
      day,
      ...countOutcomes(calls.filter(({ startedAt }) => dayKey(startedAt, ZONE) === day)),
    })),
    before: WEEK_BEFORE.map(([answered, booked, missed], position) => ({
      day: addDays(days[position] ?? TODAY, -WEEK_BEFORE.length),
      answered,
      booked,
      missed,
    })),
  }
}

export function callsAnswer(show: CallListState['show']): CallList {
  const names = show === 'all' ? CALL_NAMES : CALL_NAMES.filter(isWaiting)
  const waiting = CALL_NAMES.filter(isWaiting).length
  return { rows: names.map(summaryOf), total: names.length, waiting, mine: 0, timeZone: ZONE, today: TODAY }
}

export function callAnswer(name: CallName): CallDetail {
  const lead = leadOfCall(name)
  const askedAbout = visitAskedAbout(name)
  const visits = [visitOfCall(name), askedAbout].filter((visit) => visit !== undefined)
  return {
    call: callOf(name),
    lead: lead ? pick(lead, 'id', 'name', 'stage') : null,
    visits: visits.map((visit) => ({
      ...pick(visit, 'id', 'startsAt', 'endsAt', 'state', 'technician'),
      isAskedAbout: visit === askedAbout,
    })),
    alerts: alertsOf(name),
    timeZone: ZONE,
  }
}

const callNameOf = (lead: LeadRecord) => CALL_NAMES.find((name) => callId(name) === lead.callId)

function rowOf(lead: LeadRecord): LeadRow {
  const call = callNameOf(lead)
  const visit = lead.stage === 'booked' && call && visitOfCall(call)
  return { ...lead, visit: visit ? pick(visit, 'startsAt', 'endsAt', 'technician') : null }
}

export function leadsAnswer(stage: LeadListState['stage']): LeadsPage {
  const leads = LEAD_NAMES.map(leadOf)
  const rows = stage ? leads.filter((lead) => lead.stage === stage) : leads
  const stages = Object.fromEntries(
    STAGE_NAMES.map((name) => [name, leads.filter((lead) => lead.stage === name).length]),
  ) as StageCounts
  return { rows: rows.map(rowOf), total: rows.length, isMore: false, stages, timeZone: ZONE, today: TODAY }
}

function timelineOf(name: LeadName): TimelineEntry[] {
  const { callId: call, createdAt, assigneeId } = leadOf(name)
  const entry = { kind: 'event' as const, details: null }
  const number = LEAD_NAMES.indexOf(name) * 2
  const added: TimelineEntry = {
    ...entry,
    id: idOf('entry', number + 1),
    at: createdAt,
    actorKind: call ? 'assistant' : 'site',
    actorId: null,
    action: 'lead.created',
  }
  if (!assigneeId) return [added]
  const at = new Date(Date.parse(createdAt) + 4 * 60_000).toISOString()
  const id = idOf('entry', number + 2)
  return [{ ...entry, id, at, actorKind: 'person', actorId: 'sample_sam', action: 'lead.assigned' }, added]
}

export function leadAnswer(name: LeadName): LeadPage {
  const lead = leadOf(name)
  const call = callNameOf(lead)
  const visit = call && visitOfCall(call)
  return {
    lead,
    timeline: timelineOf(name),
    calls: call ? [pick(summaryOf(call), 'id', 'startedAt', 'duration', 'outcome', 'summary')] : [],
    appointments: visit ? [pick(visit, 'id', 'startsAt', 'endsAt', 'state', 'job', 'technician')] : [],
    timeZone: ZONE,
    today: TODAY,
  }
}

/** API responses of each screen. `params` is the query of the dashboard URL. */
export const SCREENS = {
  today: (): SampleAnswer[] => [
    { name: 'today', answer: todayAnswer() },
    { name: 'figures', params: { range: 'week' }, answer: figuresAnswer() },
  ],
  calls: (params: URLSearchParams): SampleAnswer[] => {
    const state = readAddress(callListState, params)
    return [{ name: 'calls', params: state, answer: callsAnswer(state.show) }]
  },
  call: (name: CallName): SampleAnswer[] => [{ name: `calls/${callId(name)}`, answer: callAnswer(name) }],
  leads: (params: URLSearchParams): SampleAnswer[] => {
    const state = readAddress(leadListState, params)
    return [{ name: 'leads', params: askedOf(state), answer: leadsAnswer(state.stage) }]
  },
  lead: (name: LeadName): SampleAnswer[] => [{ name: `leads/${leadId(name)}`, answer: leadAnswer(name) }],
  calendar: (params: URLSearchParams): SampleAnswer[] => {
    const address = readAddress(calendarAddress, params)
    return [{ name: 'appointments', params: calendarParams(address), answer: calendarAnswerOf(address) }]
  },
}
