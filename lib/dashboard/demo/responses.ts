import type { CallDetail, CallRecord } from '../model/call-record.ts'
import { type CallList, type CallListState, callListState } from '../calls/list-state.ts'
import { calendarQuery, toCalendarParams } from '../appointments/calendar.ts'
import { STAGE_NAMES } from '../model/lead.ts'
import { toListQuery, type LeadListState, leadListState } from '../leads/list-state.ts'
import type { LeadPage, LeadRecord, LeadRow, LeadsPage, StageCounts, TimelineEntry } from '../leads/record.ts'
import { readSearchParams } from '../query/search-params.ts'
import type { QueryParams } from '../query/dashboard-query.ts'
import type { CallMetrics, Today, TodayCall } from '../today/today.ts'
import { addDays, toDayKey } from '../../platform/time/zone.ts'
import { collectFacts } from '../calls/facts.ts'
import { listAlerts, CALL_NAMES, type CallName, toCallId, getCall, getCallSummary } from './calls.ts'
import { toTimestamp, buildId, NOW, TODAY, TIME_ZONE } from './company.ts'
import { LEAD_NAMES, toLeadId, type LeadName, getLead, findLeadOfCall } from './leads.ts'
import { buildCalendarResponse, findRelatedVisit, findVisitOfCall } from './visits.ts'

export type SampleResponse = { name: string; params?: QueryParams; answer: unknown }

const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

const needsAttention = (name: CallName): boolean => {
  const { attention, attentionEndedAt } = getCall(name)
  return attention !== null && attentionEndedAt === null
}

function buildTodayCall(name: CallName): TodayCall {
  const call = getCall(name)
  const lead = findLeadOfCall(name)
  const visit = findVisitOfCall(name)
  return {
    ...pick(call, 'id', 'startedAt', 'duration', 'version', 'outcome', 'intent', 'safetyKind', 'rule', 'isTest'),
    words: call.callerWords,
    caller: call.callerName,
    phone: call.callerPhone,
    attention: needsAttention(name) ? call.attention : null,
    facts: collectFacts(call.transcript ?? []).flatMap(({ field, fact }) =>
      fact ? [{ field, value: fact.value }] : [],
    ),
    urgency: lead?.urgency ?? null,
    leadId: lead?.id ?? null,
    alerts: listAlerts(name),
    visit: visit ? pick(visit, 'id', 'startsAt', 'endsAt', 'state') : null,
  }
}

const CLOSED_AT = toTimestamp('2026-01-12', '17:00')

const isEmergency = (name: CallName): boolean => getCall(name).outcome === 'emergency'

function countOutcomes(calls: readonly CallRecord[]) {
  const count = (outcomeName: CallRecord['outcome']) => calls.filter(({ outcome }) => outcome === outcomeName).length
  return { answered: calls.length - count('missed'), booked: count('booked'), missed: count('missed') }
}

export function buildTodayResponse(): Today {
  const callsSinceClose = CALL_NAMES.filter((name) => getCall(name).startedAt >= CLOSED_AT)
  const waitingCalls = CALL_NAMES.filter(needsAttention)
  return {
    timeZone: TIME_ZONE,
    now: NOW,
    night: { from: CLOSED_AT, to: NOW, closedOn: addDays(TODAY, -1), ...countOutcomes(callsSinceClose.map(getCall)) },
    waiting: waitingCalls.map(buildTodayCall),
    waitingCount: waitingCalls.length,
    done: [],
    calls: [...callsSinceClose.filter(isEmergency), ...callsSinceClose.filter((name) => !isEmergency(name))].map(
      buildTodayCall,
    ),
    steps: { hoursAndArea: true, instructions: true, testCall: true, onCall: true, forwarded: true, firstCall: true },
    line: null,
    trial: null,
    forwardingNumber: null,
  }
}

/** Counts for the seven days before the sample calls: answered, booked, missed. */
const PREVIOUS_WEEK_COUNTS = [
  [2, 1, 1],
  [1, 0, 1],
  [2, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
  [3, 2, 1],
  [2, 1, 0],
] as const

export function buildMetricsResponse(): CallMetrics {
  const days = PREVIOUS_WEEK_COUNTS.map((_, position) => addDays(TODAY, position - PREVIOUS_WEEK_COUNTS.length + 1))
  const calls = CALL_NAMES.map(getCall)
  return {
    days: days.map((day) => ({
      day,
      ...countOutcomes(calls.filter(({ startedAt }) => toDayKey(startedAt, TIME_ZONE) === day)),
    })),
    before: PREVIOUS_WEEK_COUNTS.map(([answered, booked, missed], position) => ({
      day: addDays(days[position] ?? TODAY, -PREVIOUS_WEEK_COUNTS.length),
      answered,
      booked,
      missed,
    })),
  }
}

export function buildCallsResponse(show: CallListState['show']): CallList {
  const names = show === 'all' ? CALL_NAMES : CALL_NAMES.filter(needsAttention)
  const waitingCount = CALL_NAMES.filter(needsAttention).length
  return {
    rows: names.map(getCallSummary),
    total: names.length,
    waiting: waitingCount,
    mine: 0,
    timeZone: TIME_ZONE,
    today: TODAY,
  }
}

export function buildCallResponse(name: CallName): CallDetail {
  const lead = findLeadOfCall(name)
  const relatedVisit = findRelatedVisit(name)
  const visits = [findVisitOfCall(name), relatedVisit].filter((visit) => visit !== undefined)
  return {
    call: getCall(name),
    lead: lead ? pick(lead, 'id', 'name', 'stage') : null,
    visits: visits.map((visit) => ({
      ...pick(visit, 'id', 'startsAt', 'endsAt', 'state', 'technician'),
      isAskedAbout: visit === relatedVisit,
    })),
    alerts: listAlerts(name),
    timeZone: TIME_ZONE,
  }
}

const findCallName = (lead: LeadRecord) => CALL_NAMES.find((name) => toCallId(name) === lead.callId)

function buildLeadRow(lead: LeadRecord): LeadRow {
  const call = findCallName(lead)
  const visit = lead.stage === 'booked' && call && findVisitOfCall(call)
  return { ...lead, visit: visit ? pick(visit, 'startsAt', 'endsAt', 'technician') : null }
}

export function buildLeadsResponse(stage: LeadListState['stage']): LeadsPage {
  const leads = LEAD_NAMES.map(getLead)
  const rows = stage ? leads.filter((lead) => lead.stage === stage) : leads
  const stages = Object.fromEntries(
    STAGE_NAMES.map((name) => [name, leads.filter((lead) => lead.stage === name).length]),
  ) as StageCounts
  return { rows: rows.map(buildLeadRow), total: rows.length, isMore: false, stages, timeZone: TIME_ZONE, today: TODAY }
}

function buildTimeline(name: LeadName): TimelineEntry[] {
  const { callId: call, createdAt, assigneeId } = getLead(name)
  const entry = { kind: 'event' as const, details: null }
  const number = LEAD_NAMES.indexOf(name) * 2
  const createdEntry: TimelineEntry = {
    ...entry,
    id: buildId('entry', number + 1),
    at: createdAt,
    actorKind: call ? 'assistant' : 'site',
    actorId: null,
    action: 'lead.created',
  }
  if (!assigneeId) return [createdEntry]
  const changedAt = new Date(Date.parse(createdAt) + 4 * 60_000).toISOString()
  const id = buildId('entry', number + 2)
  return [
    { ...entry, id, at: changedAt, actorKind: 'person', actorId: 'sample_sam', action: 'lead.assigned' },
    createdEntry,
  ]
}

export function buildLeadResponse(name: LeadName): LeadPage {
  const lead = getLead(name)
  const call = findCallName(lead)
  const visit = call && findVisitOfCall(call)
  return {
    lead,
    timeline: buildTimeline(name),
    calls: call ? [pick(getCallSummary(call), 'id', 'startedAt', 'duration', 'outcome', 'summary')] : [],
    appointments: visit ? [pick(visit, 'id', 'startsAt', 'endsAt', 'state', 'job', 'technician')] : [],
    timeZone: TIME_ZONE,
    today: TODAY,
  }
}

/** API responses of each screen. `params` is the query of the dashboard URL. */
export const SCREENS = {
  today: (): SampleResponse[] => [
    { name: 'today', answer: buildTodayResponse() },
    { name: 'figures', params: { range: 'week' }, answer: buildMetricsResponse() },
  ],
  calls: (params: URLSearchParams): SampleResponse[] => {
    const state = readSearchParams(callListState, params)
    return [{ name: 'calls', params: state, answer: buildCallsResponse(state.show) }]
  },
  call: (name: CallName): SampleResponse[] => [{ name: `calls/${toCallId(name)}`, answer: buildCallResponse(name) }],
  leads: (params: URLSearchParams): SampleResponse[] => {
    const state = readSearchParams(leadListState, params)
    return [{ name: 'leads', params: toListQuery(state), answer: buildLeadsResponse(state.stage) }]
  },
  lead: (name: LeadName): SampleResponse[] => [{ name: `leads/${toLeadId(name)}`, answer: buildLeadResponse(name) }],
  calendar: (params: URLSearchParams): SampleResponse[] => {
    const address = readSearchParams(calendarQuery, params)
    return [{ name: 'appointments', params: toCalendarParams(address), answer: buildCalendarResponse(address) }]
  },
}
