import { subHours } from 'date-fns'
import { type OpeningHours, getWeekday } from '../model/opening-hours.ts'
import { addDays, findMomentAt, type DayKey, toDayKey, getStartOfDay } from '../../platform/time/zone.ts'

/** Time since the business last closed. `closedOn` is null if no opening hours are set. */
export type PeriodSinceClose = { from: Date; to: Date; closedOn: DayKey | null }

const FALLBACK_PERIOD_HOURS = 24

const DAYS_OF_WEEK = 7

/** Returns the closing time of a day, or undefined if the business is closed that day. */
function findClosingTime(day: DayKey, hours: OpeningHours, zone: string): Date | undefined {
  const openHours = hours[getWeekday(day)]
  // If daylight saving time skips the closing time, use the start of the day.
  return openHours && (findMomentAt(day, openHours.to, zone) ?? getStartOfDay(day, zone))
}

/**
 * Returns the time range from the last closing time to now. While the business is open, the range covers last night and
 * today so far. On a Sunday, it usually starts on Saturday. If no opening hours are set, it covers 24 hours.
 */
export function findPeriodSinceClose(hours: OpeningHours, zone: string, now: Date): PeriodSinceClose {
  const today = toDayKey(now, zone)
  // If the business opens on one weekday only, the last closing time may be a week ago.
  for (let daysBack = 0; daysBack <= DAYS_OF_WEEK; daysBack += 1) {
    const closedOn = addDays(today, -daysBack)
    const from = findClosingTime(closedOn, hours, zone)
    if (from && from <= now) return { from, to: now, closedOn }
  }
  return { from: subHours(now, FALLBACK_PERIOD_HOURS), to: now, closedOn: null }
}
