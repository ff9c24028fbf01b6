import { subHours } from 'date-fns'
import type { OpeningHours, Weekday } from '../settings/opening-hours.ts'
import { WEEKDAYS } from '../settings/opening-hours.ts'
import { addDays, atTimeIn, type DayKey, dayKey, startOfDayIn, weekOf } from '../time/zone.ts'

/** The time since the company closed: both as moments, and the day on which it closed; null while it has no hours. */
export type Night = { from: Date; to: Date; closedOn: DayKey | null }

/** What an owner reads about whose company has not said when it is open. */
const HOURS_WITHOUT_CLOSING = 24

const DAYS_OF_WEEK = 7

const weekdayOf = (day: DayKey): Weekday => WEEKDAYS[weekOf(day).indexOf(day)] ?? 'mon'

/** The moment at which the company closes on a day; undefined when it is closed all day. */
function closingOn(day: DayKey, hours: OpeningHours, zone: string): Date | undefined {
  const open = hours[weekdayOf(day)]
  // A time that is skipped because clocks change counts from the start of its day.
  return open && (atTimeIn(day, open.to, zone) ?? startOfDayIn(day, zone))
}

/**
 * What Today counts: from the moment at which the company last closed until now. While it is open, that is the night before
 * and the day so far; in the evening it begins anew, with the closing of this day; on a Sunday, or on a Monday before it
 * closes, it began on Saturday. Without hours it is the last 24 hours.
 */
export function lastNight(hours: OpeningHours, zone: string, now: Date): Night {
  const today = dayKey(now, zone)
  // Whoever is open on one day of the week only has closed a week ago.
  for (let back = 0; back <= DAYS_OF_WEEK; back += 1) {
    const closedOn = addDays(today, -back)
    const from = closingOn(closedOn, hours, zone)
    if (from && from <= now) return { from, to: now, closedOn }
  }
  return { from: subHours(now, HOURS_WITHOUT_CLOSING), to: now, closedOn: null }
}
