import { addDays, atTimeIn, dayKey, startOfDayIn, timeKey } from '../../platform/time/zone.ts'

/** Time of the nightly run, in the business's time zone. */
const NIGHTLY_AT = '03:00'

/** Time of the run on days when a clock change skips the usual time. */
const AFTER_A_SKIP = '04:00'

const runOn = (day: string, zone: string): Date =>
  atTimeIn(day, NIGHTLY_AT, zone) ?? atTimeIn(day, AFTER_A_SKIP, zone) ?? startOfDayIn(day, zone)

export function nextRunAfter(moment: Date, zone: string): Date {
  const today = dayKey(moment, zone)
  const run = runOn(today, zone)
  return run > moment ? run : runOn(addDays(today, 1), zone)
}

/** Returns the cutoff: the same local time, `days` calendar days earlier. Days with 23 or 25 hours count as one day. */
export function keptSince(moment: Date, days: number, zone: string): Date {
  if (days === 0) return moment
  const day = addDays(dayKey(moment, zone), -days)
  const clock = atTimeIn(day, timeKey(moment, zone), zone)
  // If a clock change skipped the time on that day, use the start of the day, so that nothing is deleted too early.
  if (!clock) return startOfDayIn(day, zone)
  const withinTheMinute = moment.getTime() % 60_000
  return new Date(clock.getTime() + withinTheMinute)
}
