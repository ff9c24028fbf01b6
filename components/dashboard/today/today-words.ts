import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import { callListState } from '@/lib/calls/list-state.ts'
import { readAddress, writeAddress } from '@/lib/query/address-state.ts'
import { addDays, dayKey, formatDay, formatTime, formatWindow } from '@/lib/time/zone.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'

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

/** The headline of Today: "Since you closed yesterday: 6 answered, 3 booked. 1 call needs you". */
export function todaySentence(today: Today): string {
  const { answered, booked, missed } = today.night
  const parts = [
    `${answered.toLocaleString('en-US')} answered`,
    `${booked.toLocaleString('en-US')} booked`,
    ...(missed > 0 ? [`${missed.toLocaleString('en-US')} missed`] : []),
  ]
  const counted = nightCount(today) === 0 ? 'nobody called' : parts.join(', ')
  // In a sentence of its own: these may be of an earlier day.
  const waiting = today.waitingCount > 0 ? `. ${waitingWords(today.waitingCount)}` : ''
  return `${nightWords(today)}: ${counted}${waiting}`
}

/** The heading above the calls that the sentence counts. */
export const nightHeading = (today: Today): string =>
  `${calls(nightCount(today))} ${today.night.closedOn === null ? 'in the last 24 hours' : 'since you closed'}`

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

/** The window of the visit that came of a call: "Tue 8–10 AM". */
export const windowOf = ({ visit }: TodayCall, zone: string): string | undefined =>
  visit
    ? `${formatDay(visit.startsAt, zone).split(',')[0]} ${formatWindow(visit.startsAt, visit.endsAt, zone)}`
    : undefined

/** What the caller wanted, in their words; a call without words says who called. */
export const wordsOf = ({ words, caller, outcome }: TodayCall): string =>
  words ?? (outcome === 'missed' ? `${caller ?? 'Somebody'} called, nobody answered` : (caller ?? 'No words were kept'))
