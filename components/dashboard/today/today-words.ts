import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import { callListState } from '@/lib/dashboard/calls/list-state.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { readAddress, writeAddress } from '@/lib/dashboard/query/address-state.ts'
import { addDays, dayKey, formatDay, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import type { Range, Today, TodayCall } from '@/lib/dashboard/today/today.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { mainAlert } from '../alerts/alert-words.ts'
import { outcomeTone } from '../calls/call-words.ts'
import { formatNumber, formatCount } from '@/lib/values/format.ts'

export const RANGE_WORDS: Record<Range, string> = { week: '7 days', month: '30 days', quarter: '90 days' }

export const figuresTitle = (range: Range): string => `Calls in the last ${RANGE_WORDS[range]}`

const EVERY_CALL = readAddress(callListState, {})

const calls = (count: number) => formatCount(count, 'call', 'calls')

function nightWords({ night: { closedOn, from }, now, timeZone }: Today): string {
  const today = dayKey(now, timeZone)
  if (closedOn === null) return 'In the last 24 hours'
  if (closedOn === today) return 'Since you closed today'
  if (closedOn === addDays(today, -1)) return 'Since you closed yesterday'
  if (closedOn === addDays(today, -7)) return 'Since you closed a week ago'
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(from))
  return `Since you closed on ${weekday}`
}

export const nightCount = ({ night: { answered, missed } }: Today): number => answered + missed

export const waitingWords = (count: number): string => `${calls(count)} ${count === 1 ? 'needs' : 'need'} you`

const counted = (count: number, word: string) => `${formatNumber(count)}\u00a0${word}`

/** Returns text such as "Since you closed yesterday: 6 answered, 3 booked. 1 call needs you". */
export function todaySentence(today: Today): string {
  const { answered, booked, missed } = today.night
  const parts = [
    counted(answered, 'answered'),
    counted(booked, 'booked'),
    ...(missed > 0 ? [counted(missed, 'missed')] : []),
  ]
  const night = nightCount(today) === 0 ? 'no calls' : parts.join(', ')
  const waiting = today.waitingCount > 0 ? `. ${waitingWords(today.waitingCount).replace(' ', '\u00a0')}` : ''
  return `${nightWords(today)}: ${night}${waiting}`
}

export const nightHeading = (today: Today): string =>
  `${calls(nightCount(today))} ${today.night.closedOn === null ? 'in the last 24 hours' : 'since you closed'}`

export const otherCalls = ({ calls, waiting }: Pick<Today, 'calls' | 'waiting'>): TodayCall[] =>
  calls.filter(({ id }) => !waiting.some((above) => above.id === id))

export function otherCount(today: Today): number {
  const { waiting, night } = today
  return nightCount(today) - waiting.filter(({ startedAt }) => night.from <= startedAt && startedAt < night.to).length
}

/** Returns the heading of the list. If other calls are above the list, it is a heading such as "5 other calls". */
export function listHeading(today: Today): string {
  const others = otherCount(today)
  if (others === nightCount(today)) return nightHeading(today)
  return formatCount(others, 'other call', 'other calls')
}

/** Returns text such as "1 emergency, Alex took it". */
export function emergencyWords(
  { calls: ofNight }: Pick<Today, 'calls'>,
  nameOf: (id: string) => string | undefined,
): string | undefined {
  const emergencies = ofNight.filter(({ outcome, isTest }) => outcome === 'emergency' && !isTest)
  if (emergencies.length === 0) return undefined
  const count = formatCount(emergencies.length, 'emergency', 'emergencies')
  const alerts = emergencies.flatMap((call) => mainAlert(call.alerts) ?? [])
  const open = alerts.filter(({ takenAt }) => takenAt === null).length
  if (open > 0) return `${count}, ${emergencies.length === 1 ? 'no one has taken it yet' : `${open} not taken yet`}`
  const takers = new Set(alerts.map(({ takenById }) => takenById && nameOf(takenById)))
  const [taker] = takers
  if (alerts.length < emergencies.length || takers.size > 1 || !taker) return count
  return `${count}, ${taker} took ${emergencies.length === 1 ? 'it' : 'them'}`
}

export const nightTimes = ({ night, timeZone }: Today): string =>
  `Since ${formatDay(night.from, timeZone)}, ${formatTime(night.from, timeZone)}`

export const nightAddress = ({ night: { from, to } }: Today): string =>
  AREAS.calls.path + writeAddress(callListState, { ...EVERY_CALL, from, to })

export const waitingAddress = (): string =>
  AREAS.calls.path + writeAddress(callListState, { ...EVERY_CALL, show: 'waiting' })

export function callTime(startedAt: string, { now, timeZone }: Pick<Today, 'now' | 'timeZone'>): string {
  const time = formatTime(startedAt, timeZone)
  const day = dayKey(startedAt, timeZone)
  if (day === dayKey(now, timeZone)) return time
  return `${formatDay(startedAt, timeZone).split(',')[0]} ${time}`
}

export function stateOf({ attention, outcome, visit }: TodayCall): string {
  if (attention) return 'Needs you'
  return visit && visit.state !== 'confirmed' ? APPOINTMENT_STATES[visit.state] : CALL_OUTCOMES[outcome]
}

export function stateTone({ attention, outcome, visit }: TodayCall): BadgeTone {
  if (attention) return 'waiting'
  return visit?.state === 'confirmed' ? 'accent' : outcomeTone({ outcome })
}

/** Returns the time window of the visit, such as "Tue 8–10 AM". */
export const windowOf = ({ visit }: TodayCall, zone: string): string | undefined =>
  visit
    ? `${formatDay(visit.startsAt, zone).split(',')[0]} ${formatWindow(visit.startsAt, visit.endsAt, zone)}`
    : undefined

export const nameOf = ({ caller, phone }: TodayCall): string =>
  caller ?? (phone ? formatPhone(phone) : 'Private number')

/** Returns the caller's words in quotes. Without them, returns the caller's name or another text. */
export const wordsOf = ({ words, caller, outcome }: TodayCall): string =>
  words ? `“${words}”` : outcome === 'missed' ? `${caller ?? 'Someone'} called, no answer` : (caller ?? 'No transcript')
