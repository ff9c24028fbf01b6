import { addDays, atTimeIn, dayKey, startOfDayIn, timeKey } from '../../platform/time/zone.ts'

/** In the business's time zone. */
const NIGHTLY_AT = '03:00'

/** Used on days when a clock change skips that time. */
const AFTER_A_SKIP = '04:00'

const runOn = (day: string, zone: string): Date =>
  atTimeIn(day, NIGHTLY_AT, zone) ?? atTimeIn(day, AFTER_A_SKIP, zone) ?? startOfDayIn(day, zone)

export function nextRunAfter(moment: Date, zone: string): Date {
  const today = dayKey(moment, zone)
  const run = runOn(today, zone)
  return run > moment ? run : runOn(addDays(today, 1), zone)
}

/** Cutoff: the same local time, that many calendar days ago, so 23- and 25-hour days count as one. */
export function keptSince(moment: Date, days: number, zone: string): Date {
  if (days === 0) return moment
  const day = addDays(dayKey(moment, zone), -days)
  const clock = atTimeIn(day, timeKey(moment, zone), zone)
  // If the time was skipped that day, keep the extra hour rather than delete early.
  if (!clock) return startOfDayIn(day, zone)
  const withinTheMinute = moment.getTime() % 60_000
  return new Date(clock.getTime() + withinTheMinute)
}
