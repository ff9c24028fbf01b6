import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import { callListState } from '@/lib/dashboard/calls/list-state.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { readSearchParams, writeSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { addDays, toDayKey, formatDay, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import type { Range, Today, TodayCall } from '@/lib/dashboard/today/today.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { findMainAlert } from '../alerts/alert-format.ts'
import { getOutcomeTone } from '../calls/call-format.ts'
import { formatNumber, formatCount } from '@/lib/values/format.ts'

export const RANGE_LABELS: Record<Range, string> = { week: '7 days', month: '30 days', quarter: '90 days' }

export const formatMetricsTitle = (range: Range): string => `Calls in the last ${RANGE_LABELS[range]}`

const ALL_CALLS_STATE = readSearchParams(callListState, {})

const formatCalls = (count: number) => formatCount(count, 'call', 'calls')

function formatSinceClose({ night: { closedOn, from }, now, timeZone }: Today): string {
  const today = toDayKey(now, timeZone)
  if (closedOn === null) return 'In the last 24 hours'
  if (closedOn === today) return 'Since you closed today'
  if (closedOn === addDays(today, -1)) return 'Since you closed yesterday'
  if (closedOn === addDays(today, -7)) return 'Since you closed a week ago'
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(from))
  return `Since you closed on ${weekday}`
}

export const countCallsSinceClose = ({ night: { answered, missed } }: Today): number => answered + missed

export const formatWaitingCount = (count: number): string =>
  `${formatCalls(count)} ${count === 1 ? 'needs' : 'need'} attention`

const joinCount = (count: number, word: string) => `${formatNumber(count)}\u00a0${word}`

/** Returns text such as "Since you closed yesterday: 6 answered, 3 booked. 1 call needs attention". */
export function formatTodaySentence(today: Today): string {
  const { answered, booked, missed } = today.night
  const parts = [
    joinCount(answered, 'answered'),
    joinCount(booked, 'booked'),
    ...(missed > 0 ? [joinCount(missed, 'missed')] : []),
  ]
  const summary = countCallsSinceClose(today) === 0 ? 'no calls' : parts.join(', ')
  const waitingText = today.waitingCount > 0 ? `. ${formatWaitingCount(today.waitingCount).replace(' ', '\u00a0')}` : ''
  return `${formatSinceClose(today)}: ${summary}${waitingText}`
}

export const formatSinceCloseHeading = (today: Today): string =>
  `${formatCalls(countCallsSinceClose(today))} ${today.night.closedOn === null ? 'in the last 24 hours' : 'since you closed'}`

export const findOtherCalls = ({ calls, waiting }: Pick<Today, 'calls' | 'waiting'>): TodayCall[] =>
  calls.filter(({ id }) => !waiting.some((waitingCall) => waitingCall.id === id))

export function countOtherCalls(today: Today): number {
  const { waiting, night } = today
  return (
    countCallsSinceClose(today) -
    waiting.filter(({ startedAt }) => night.from <= startedAt && startedAt < night.to).length
  )
}

/** Returns the heading of the list. If other calls are above the list, it is a heading such as "5 other calls". */
export function formatListHeading(today: Today): string {
  const remainingCount = countOtherCalls(today)
  if (remainingCount === countCallsSinceClose(today)) return formatSinceCloseHeading(today)
  return formatCount(remainingCount, 'other call', 'other calls')
}

/** Returns text such as "1 emergency, Alex took it". */
export function describeEmergencies(
  { calls: callsSinceClose }: Pick<Today, 'calls'>,
  getMemberName: (id: string) => string | undefined,
): string | undefined {
  const emergencies = callsSinceClose.filter(({ outcome, isTest }) => outcome === 'emergency' && !isTest)
  if (emergencies.length === 0) return undefined
  const count = formatCount(emergencies.length, 'emergency', 'emergencies')
  const alerts = emergencies.flatMap((call) => findMainAlert(call.alerts) ?? [])
  const openCount = alerts.filter(({ takenAt }) => takenAt === null).length
  if (openCount > 0)
    return `${count}, ${emergencies.length === 1 ? 'no one has taken it yet' : `${openCount} not taken yet`}`
  const takerNames = new Set(alerts.map(({ takenById }) => takenById && getMemberName(takenById)))
  const [takerName] = takerNames
  if (alerts.length < emergencies.length || takerNames.size > 1 || !takerName) return count
  return `${count}, ${takerName} took ${emergencies.length === 1 ? 'it' : 'them'}`
}

export const formatLastCloseTime = ({ night, timeZone }: Today): string =>
  `Since ${formatDay(night.from, timeZone)}, ${formatTime(night.from, timeZone)}`

export const buildSinceCloseHref = ({ night: { from, to } }: Today): string =>
  AREAS.calls.path + writeSearchParams(callListState, { ...ALL_CALLS_STATE, from, to })

export const buildWaitingHref = (): string =>
  AREAS.calls.path + writeSearchParams(callListState, { ...ALL_CALLS_STATE, show: 'waiting' })

export function formatCallTime(startedAt: string, { now, timeZone }: Pick<Today, 'now' | 'timeZone'>): string {
  const time = formatTime(startedAt, timeZone)
  const day = toDayKey(startedAt, timeZone)
  if (day === toDayKey(now, timeZone)) return time
  return `${formatDay(startedAt, timeZone).split(',')[0]} ${time}`
}

export function formatState({ attention, outcome, visit }: TodayCall): string {
  if (attention) return 'Needs attention'
  return visit && visit.state !== 'confirmed' ? APPOINTMENT_STATES[visit.state] : CALL_OUTCOMES[outcome]
}

export function getStateTone({ attention, outcome, visit }: TodayCall): BadgeTone {
  if (attention) return 'waiting'
  return visit?.state === 'confirmed' ? 'accent' : getOutcomeTone({ outcome })
}

/** Returns the time window of the visit, such as "Tue 8–10 AM". */
export const formatVisitWindow = ({ visit }: TodayCall, zone: string): string | undefined =>
  visit
    ? `${formatDay(visit.startsAt, zone).split(',')[0]} ${formatWindow(visit.startsAt, visit.endsAt, zone)}`
    : undefined

export const formatCallerName = ({ caller, phone }: TodayCall): string =>
  caller ?? (phone ? formatPhone(phone) : 'Private number')

/** Returns the caller's words in quotes. If there are none, returns the caller's name or another text. */
export const getCallText = ({ words, caller, outcome }: TodayCall): string =>
  words ? `“${words}”` : outcome === 'missed' ? `${caller ?? 'Someone'} called, no answer` : (caller ?? 'No transcript')
