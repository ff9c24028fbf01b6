import { addDays, findMomentAt, toDayKey, getStartOfDay, toTimeKey } from '../../platform/time/zone.ts'

/** Time of the nightly run, in the business's time zone. */
const NIGHTLY_TIME = '03:00'

/** Time of the run on days when daylight saving time skips the usual time. */
const FALLBACK_TIME = '04:00'

const findRunTime = (day: string, zone: string): Date =>
  findMomentAt(day, NIGHTLY_TIME, zone) ?? findMomentAt(day, FALLBACK_TIME, zone) ?? getStartOfDay(day, zone)

export function findNextRun(moment: Date, zone: string): Date {
  const today = toDayKey(moment, zone)
  const run = findRunTime(today, zone)
  return run > moment ? run : findRunTime(addDays(today, 1), zone)
}

/** Returns the cutoff: the same local time, `days` calendar days earlier. Days with 23 or 25 hours count as one day. */
export function findRetentionCutoff(moment: Date, days: number, zone: string): Date {
  if (days === 0) return moment
  const day = addDays(toDayKey(moment, zone), -days)
  const clock = findMomentAt(day, toTimeKey(moment, zone), zone)
  // If daylight saving time skipped the time on that day, use the start of the day. Then nothing is deleted too early.
  if (!clock) return getStartOfDay(day, zone)
  const remainderMs = moment.getTime() % 60_000
  return new Date(clock.getTime() + remainderMs)
}
