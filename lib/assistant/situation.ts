import { isOnCallAt } from '../settings/on-call-hours.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { type OpeningHours, type Weekday, WEEKDAYS } from '../settings/opening-hours.ts'
import type { OnCallList } from '../settings/organization-settings.ts'
import { addDays, atTimeIn, type DayKey, dayKey, startOfDayIn, timeKey, weekOf } from '../time/zone.ts'

/** What holds for a company at a moment, before anybody has said anything. */
export type Situation = {
  isOpen: boolean
  /** When it closes, where it is open, and when it opens next, where it is not; null for a company without hours. */
  changesAt: Date | null
  /** Who is paged in an emergency, in order: those who are on call at this hour. */
  onCall: OnCallList
}

/** Days that are looked ahead for one on which the company opens. */
const LOOK_AHEAD = 8

const weekdayOf = (day: DayKey): Weekday => WEEKDAYS[weekOf(day).indexOf(day)] ?? 'mon'

/** A time that is skipped because clocks change counts from the start of its day. */
const momentOf = (day: DayKey, time: string, zone: string): Date => atTimeIn(day, time, zone) ?? startOfDayIn(day, zone)

function nextOpening(hours: OpeningHours, zone: string, at: Date): Date | null {
  const today = dayKey(at, zone)
  for (let ahead = 0; ahead < LOOK_AHEAD; ahead += 1) {
    const day = addDays(today, ahead)
    const open = hours[weekdayOf(day)]
    const opens = open && momentOf(day, open.from, zone)
    if (opens && opens > at) return opens
  }
  return null
}

/** The situation of a company at a moment, by its hours, its zone and its people on call. */
export function situationAt(
  { hours, timeZone, onCall }: Pick<SettingsRecord, 'hours' | 'timeZone' | 'onCall'>,
  at: Date,
): Situation {
  const today = hours[weekdayOf(dayKey(at, timeZone))]
  const time = timeKey(at, timeZone)
  const isOpen = today !== undefined && time >= today.from && time < today.to
  return {
    isOpen,
    changesAt: isOpen ? momentOf(dayKey(at, timeZone), today.to, timeZone) : nextOpening(hours, timeZone, at),
    onCall: onCall.filter((person) => isOnCallAt(person, at, timeZone)),
  }
}
