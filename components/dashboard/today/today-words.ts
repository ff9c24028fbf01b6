import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import { callListState } from '@/lib/calls/list-state.ts'
import { formatPhone } from '@/lib/phone.ts'
import { readAddress, writeAddress } from '@/lib/query/address-state.ts'
import { addDays, dayKey, formatDay, formatTime, formatWindow } from '@/lib/time/zone.ts'
import type { Range, Today, TodayCall } from '@/lib/today/today.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { mainAlert } from '../alerts/alert-words.ts'
import { outcomeTone } from '../calls/call-words.ts'

/** How long the figures reach back. */
export const RANGE_WORDS: Record<Range, string> = { week: '7 days', month: '30 days', quarter: '90 days' }

/** What stands above the figures: "Calls in the last 7 days". */
export const figuresTitle = (range: Range): string => `Calls in the last ${RANGE_WORDS[range]}`

const EVERY_CALL = readAddress(callListState, {})

const plural = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

const calls = (count: number) => plural(count, 'call', 'calls')

/** How the time that is counted is called: since which day the company has been closed, or the last 24 hours. */
function nightWords({ night: { closedOn, from }, now, timeZone }: Today): string {
  const today = dayKey(now, timeZone)
  if (closedOn === null) return 'In the last 24 hours'
  if (closedOn === today) return 'Since you closed today'
  if (closedOn === addDays(today, -1)) return 'Since you closed yesterday'
  if (closedOn === addDays(today, -7)) return 'Since you closed a week ago'
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(from))
  return `Since you closed on ${weekday}`
}

/** How many calls there were since the company closed. */
export const nightCount = ({ night: { answered, missed } }: Today): number => answered + missed

/** What needs the owner, of whatever day: "21 calls need you". */
export const waitingWords = (count: number): string => `${calls(count)} ${count === 1 ? 'needs' : 'need'} you`

/** A number and its word, which stay on one line. */
const counted = (count: number, word: string) => `${count.toLocaleString('en-US')}\u00a0${word}`

/** The headline of Today: "Since you closed yesterday: 6 answered, 3 booked. 1 call needs you". */
export function todaySentence(today: Today): string {
  const { answered, booked, missed } = today.night
  const parts = [
    counted(answered, 'answered'),
    counted(booked, 'booked'),
    ...(missed > 0 ? [counted(missed, 'missed')] : []),
  ]
  const night = nightCount(today) === 0 ? 'nobody called' : parts.join(', ')
  // In a sentence of its own: these may be of an earlier day.
  const waiting = today.waitingCount > 0 ? `. ${waitingWords(today.waitingCount).replace(' ', '\u00a0')}` : ''
  return `${nightWords(today)}: ${night}${waiting}`
}

/** The heading above the calls that the sentence counts. */
export const nightHeading = (today: Today): string =>
  `${calls(nightCount(today))} ${today.night.closedOn === null ? 'in the last 24 hours' : 'since you closed'}`

/** The calls of the list, without those that stand above it because they wait. */
export const otherCalls = ({ calls, waiting }: Pick<Today, 'calls' | 'waiting'>): TodayCall[] =>
  calls.filter(({ id }) => !waiting.some((above) => above.id === id))

/** How many calls there were since the company closed besides those that stand above the list. */
export function otherCount(today: Today): number {
  const { waiting, night } = today
  return nightCount(today) - waiting.filter(({ startedAt }) => night.from <= startedAt && startedAt < night.to).length
}

/** The heading of the list: "The other 5 calls" where some stand above it. */
export function listHeading(today: Today): string {
  const others = otherCount(today)
  if (others === nightCount(today)) return nightHeading(today)
  return others === 1 ? 'The other call' : `The other ${calls(others)}`
}

/** How many emergencies there were since the company closed, and whether somebody has them: "1 emergency, Alex took it". */
export function emergencyWords(
  { calls: ofNight }: Pick<Today, 'calls'>,
  nameOf: (id: string) => string | undefined,
): string | undefined {
  const emergencies = ofNight.filter(({ outcome, isTest }) => outcome === 'emergency' && !isTest)
  if (emergencies.length === 0) return undefined
  const count = plural(emergencies.length, 'emergency', 'emergencies')
  const alerts = emergencies.flatMap((call) => mainAlert(call.alerts) ?? [])
  const open = alerts.filter(({ takenAt }) => takenAt === null).length
  if (open > 0) return `${count}, ${emergencies.length === 1 ? 'nobody has it yet' : `nobody has ${open} of them yet`}`
  const takers = new Set(alerts.map(({ takenById }) => takenById && nameOf(takenById)))
  const [taker] = takers
  if (alerts.length < emergencies.length || takers.size > 1 || !taker) return count
  return `${count}, ${taker} took ${emergencies.length === 1 ? 'it' : 'them'}`
}

/** From when to when the sentence counts. */
export const nightTimes = ({ night, timeZone }: Today): string =>
  `${formatDay(night.from, timeZone)}, ${formatTime(night.from, timeZone)} until now`

/** The list of exactly those calls that Today counts since the company closed. */
export const nightAddress = ({ night: { from, to } }: Today): string =>
  AREAS.calls.path + writeAddress(callListState, { ...EVERY_CALL, from, to })

/** The list of the calls that need somebody, of whatever day. */
export const waitingAddress = (): string =>
  AREAS.calls.path + writeAddress(callListState, { ...EVERY_CALL, show: 'waiting' })

/** When a call came, as briefly as it can be said: today the time, before that the day as well. */
export function callTime(startedAt: string, { now, timeZone }: Pick<Today, 'now' | 'timeZone'>): string {
  const time = formatTime(startedAt, timeZone)
  const day = dayKey(startedAt, timeZone)
  if (day === dayKey(now, timeZone)) return time
  return `${formatDay(startedAt, timeZone).split(',')[0]} ${time}`
}

/** Where a call has got to, in a word or two. */
export function stateOf({ attention, outcome, visit }: TodayCall): string {
  if (attention) return 'Needs you'
  return visit && visit.state !== 'confirmed' ? APPOINTMENT_STATES[visit.state] : CALL_OUTCOMES[outcome]
}

/** How its state looks: as in the list of calls, but for a visit that the office confirmed meanwhile. */
export function stateTone({ attention, outcome, visit }: TodayCall): BadgeTone {
  if (attention) return 'waiting'
  return visit?.state === 'confirmed' ? 'accent' : outcomeTone({ outcome })
}

/** The window of the visit that came of a call: "Tue 8–10 AM". */
export const windowOf = ({ visit }: TodayCall, zone: string): string | undefined =>
  visit
    ? `${formatDay(visit.startsAt, zone).split(',')[0]} ${formatWindow(visit.startsAt, visit.endsAt, zone)}`
    : undefined

/** Who called: a name, else the number, else that it was withheld. */
export const nameOf = ({ caller, phone }: TodayCall): string =>
  caller ?? (phone ? formatPhone(phone) : 'A withheld number')

/** What the caller wanted, in their words; a call without words says who called. */
export const wordsOf = ({ words, caller, outcome }: TodayCall): string =>
  words
    ? `“${words}”`
    : outcome === 'missed'
      ? `${caller ?? 'Somebody'} called, nobody answered`
      : (caller ?? 'No words were kept')
