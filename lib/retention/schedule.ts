import { addDays, atTimeIn, dayKey, startOfDayIn, timeKey } from '../time/zone.ts'

/** The time of day at which what has been kept long enough is deleted, in the zone of the business. */
const NIGHTLY_AT = '03:00'

/** On a day whose clocks skip that time, it is the first moment after it; such a change of clocks is an hour. */
const AFTER_A_SKIP = '04:00'

const runOn = (day: string, zone: string): Date =>
  atTimeIn(day, NIGHTLY_AT, zone) ?? atTimeIn(day, AFTER_A_SKIP, zone) ?? startOfDayIn(day, zone)

/** The next nightly run after a moment: one on each day of the zone's calendar. */
export function nextRunAfter(moment: Date, zone: string): Date {
  const today = dayKey(moment, zone)
  const run = runOn(today, zone)
  return run > moment ? run : runOn(addDays(today, 1), zone)
}

/**
 * What came in before this moment has been kept for so many days: the same time of day, that many days of the zone's
 * calendar ago. A day of 23 or 25 hours is a day.
 */
export function keptSince(moment: Date, days: number, zone: string): Date {
  if (days === 0) return moment
  const day = addDays(dayKey(moment, zone), -days)
  const clock = atTimeIn(day, timeKey(moment, zone), zone)
  // A time that was skipped on that day: the hour before is kept too, rather than deleted too early.
  if (!clock) return startOfDayIn(day, zone)
  const withinTheMinute = moment.getTime() % 60_000
  return new Date(clock.getTime() + withinTheMinute)
}
