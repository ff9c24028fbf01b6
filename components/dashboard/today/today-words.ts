import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import { addDays, dayKey, formatDay, formatTime, formatWindow } from '@/lib/time/zone.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'

const plural = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** How the time since the company closed is called: the last night, or since which day. */
function nightWords({ night, now, timeZone }: Today): string {
  const yesterday = addDays(dayKey(now, timeZone), -1)
  if (night.closedOn === yesterday) return 'Last night'
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(night.from))
  return `Since ${weekday}`
}

/** The one sentence of the morning: "Last night: 6 answered, 3 booked, 1 needs you". */
export function morningSentence(today: Today): string {
  const { answered, booked, missed, needYou } = today.night
  const when = nightWords(today)
  if (answered + missed === 0) return `${when}: nobody called`
  const parts = [
    `${answered} answered`,
    `${booked} booked`,
    ...(missed > 0 ? [`${missed} missed`] : []),
    ...(needYou > 0 ? [plural(needYou, 'needs you', 'need you')] : []),
  ]
  return `${when}: ${parts.join(', ')}`
}

/** From when to when the sentence counts. */
export function nightTimes({ night, now, timeZone }: Today): string {
  const isNow = night.to === now
  const until = isNow ? 'now' : formatTime(night.to, timeZone)
  return `${formatDay(night.from, timeZone)}, ${formatTime(night.from, timeZone)} until ${until}`
}

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
