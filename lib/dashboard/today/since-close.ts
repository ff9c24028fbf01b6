import { subHours } from 'date-fns'
import { getDayHours, MAX_CLOSED_RUN_DAYS, type Schedule } from '../model/day-hours.ts'
import { addDays, findMomentAt, type DayKey, toDayKey, getStartOfDay } from '../../platform/time/zone.ts'

/** Time since the business last closed. `closedOn` is null if no opening hours are set. */
export type PeriodSinceClose = { from: Date; to: Date; closedOn: DayKey | null }

const FALLBACK_PERIOD_HOURS = 24

/** Returns the closing time of a day, or null if the business is closed that day. */
function findClosingTime(day: DayKey, schedule: Schedule, zone: string): Date | null {
  const { openHours } = getDayHours(schedule, day)
  // If daylight saving time skips the closing time, use the start of the day.
  return openHours && (findMomentAt(day, openHours.to, zone) ?? getStartOfDay(day, zone))
}

/**
 * Returns the time range from the last closing time to now. While the business is open, the range covers last night and
 * today so far. On a Sunday, it usually starts on Saturday. It spans closed days. If no opening hours are set, it covers 24 hours.
 */
export function findPeriodSinceClose(schedule: Schedule, zone: string, now: Date): PeriodSinceClose {
  const today = toDayKey(now, zone)
  for (let daysBack = 0; daysBack < MAX_CLOSED_RUN_DAYS; daysBack += 1) {
    const closedOn = addDays(today, -daysBack)
    const from = findClosingTime(closedOn, schedule, zone)
    if (from && from <= now) return { from, to: now, closedOn }
  }
  return { from: subHours(now, FALLBACK_PERIOD_HOURS), to: now, closedOn: null }
}
