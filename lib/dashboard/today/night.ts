import { subHours } from 'date-fns'
import { type OpeningHours, weekdayOf } from '../model/opening-hours.ts'
import { addDays, atTimeIn, type DayKey, dayKey, startOfDayIn } from '../../platform/time/zone.ts'

/** Since the last close; `closedOn` is null without opening hours. */
export type Night = { from: Date; to: Date; closedOn: DayKey | null }

const HOURS_WITHOUT_CLOSING = 24

const DAYS_OF_WEEK = 7

/** Undefined if closed all day. */
function closingOn(day: DayKey, hours: OpeningHours, zone: string): Date | undefined {
  const open = hours[weekdayOf(day)]
  // A time skipped by a clock change falls back to the start of the day.
  return open && (atTimeIn(day, open.to, zone) ?? startOfDayIn(day, zone))
}

/**
 * From the last closing time to now: while open, last night and today so far; on a Sunday, since Saturday. Without hours,
 * 24 hours.
 */
export function lastNight(hours: OpeningHours, zone: string, now: Date): Night {
  const today = dayKey(now, zone)
  // Open one weekday only: the last close was a week ago.
  for (let back = 0; back <= DAYS_OF_WEEK; back += 1) {
    const closedOn = addDays(today, -back)
    const from = closingOn(closedOn, hours, zone)
    if (from && from <= now) return { from, to: now, closedOn }
  }
  return { from: subHours(now, HOURS_WITHOUT_CLOSING), to: now, closedOn: null }
}
