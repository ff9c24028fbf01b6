import { subHours } from 'date-fns'
import { type OpeningHours, weekdayOf } from '../model/opening-hours.ts'
import { addDays, atTimeIn, type DayKey, dayKey, startOfDayIn } from '../../platform/time/zone.ts'

/** Time since the business last closed. `closedOn` is null without opening hours. */
export type Night = { from: Date; to: Date; closedOn: DayKey | null }

const HOURS_WITHOUT_CLOSING = 24

const DAYS_OF_WEEK = 7

/** Returns the closing time of a day, or undefined if the business is closed that day. */
function closingOn(day: DayKey, hours: OpeningHours, zone: string): Date | undefined {
  const open = hours[weekdayOf(day)]
  // If a clock change skips the closing time, use the start of the day.
  return open && (atTimeIn(day, open.to, zone) ?? startOfDayIn(day, zone))
}

/**
 * Returns the time range from the last closing time to now. While the business is open, the range covers last night and
 * today so far. On a Sunday, it usually starts on Saturday. Without opening hours, it covers 24 hours.
 */
export function lastNight(hours: OpeningHours, zone: string, now: Date): Night {
  const today = dayKey(now, zone)
  // If the business opens on one weekday only, the last closing time may be a week ago.
  for (let back = 0; back <= DAYS_OF_WEEK; back += 1) {
    const closedOn = addDays(today, -back)
    const from = closingOn(closedOn, hours, zone)
    if (from && from <= now) return { from, to: now, closedOn }
  }
  return { from: subHours(now, HOURS_WITHOUT_CLOSING), to: now, closedOn: null }
}
