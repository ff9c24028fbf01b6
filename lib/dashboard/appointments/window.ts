import { millisecondsInHour } from 'date-fns/constants'
import { z } from '../../values/zod.ts'
import { findClosedDay, hasHours, MAX_CLOSED_RUN_DAYS, type Schedule } from '../model/day-hours.ts'
import { parseMinutes, formatMinutes, timeOfDay } from '../model/opening-hours.ts'
import { addDays, findMomentAt, type DayKey, formatTime, isDayKey } from '../../platform/time/zone.ts'
import { findOpenMinutes } from './week-layout.ts'

/** Window in the business's time zone. An end before the start is on the next day. */
export const localWindow = z.strictObject({
  day: z.string().refine(isDayKey, { error: 'Choose a day' }),
  from: timeOfDay,
  to: timeOfDay,
})

export type LocalWindow = z.infer<typeof localWindow>

/** Longest window past midnight, in hours. A longer one probably has swapped start and end times. */
const MAX_OVERNIGHT_HOURS = 8

export type WindowProblem = { field: keyof LocalWindow; message: string }

function buildSkippedTimeProblem(field: 'from' | 'to', day: string, time: string, zone: string): WindowProblem {
  const minutes = parseMinutes(time)
  // UTC has no daylight saving time, so every clock time exists.
  const timeText = formatTime(minutes * 60_000, 'UTC')
  // Daylight saving time skips at most one hour.
  const next = findMomentAt(day, formatMinutes(minutes + 60), zone)
  return {
    field,
    message: `${timeText} doesn’t exist on this day because daylight saving time starts${next ? `. Choose ${formatTime(next, zone)}` : ''}`,
  }
}

/**
 * Converts a local window to UTC. If a time occurs twice because daylight saving time ends, the first occurrence that
 * fits applies.
 * @returns an error message for a field if the window is invalid
 */
export function resolveWindow(
  { day, from, to }: LocalWindow,
  zone: string,
): { startsAt: Date; endsAt: Date } | { problem: WindowProblem } {
  if (from === to) return { problem: { field: 'to', message: 'The end must be after the start' } }
  const startsAt = findMomentAt(day, from, zone)
  if (!startsAt) return { problem: buildSkippedTimeProblem('from', day, from, zone) }
  const lastDay = to < from ? addDays(day, 1) : day
  const endsAt = findMomentAt(lastDay, to, zone)
  if (!endsAt) return { problem: buildSkippedTimeProblem('to', lastDay, to, zone) }
  if (lastDay !== day && endsAt.getTime() - startsAt.getTime() > MAX_OVERNIGHT_HOURS * millisecondsInHour)
    return { problem: { field: 'to', message: 'The end must be after the start' } }
  return { startsAt, endsAt }
}

const SUGGESTED_WINDOW_HOURS = 2
const DEFAULT_START_HOUR = 8

const LAST_HOUR = 23

const formatFullHour = (hour: number): string => formatMinutes(hour * 60)

/**
 * Suggests a window: the next full hours of the day, or the first window of the next open day.
 * @param now current day and hour in the business's time zone
 */
export function suggestWindow(day: DayKey, now: { day: DayKey; hour: number }, schedule: Schedule): LocalWindow {
  const suggestOnDay = (candidateDay: DayKey): LocalWindow | undefined => {
    const openHours = findOpenMinutes(candidateDay, schedule)
    if (!openHours && (hasHours(schedule) || findClosedDay(schedule, candidateDay))) return undefined
    const firstHour = openHours ? Math.ceil(openHours.from / 60) : DEFAULT_START_HOUR
    const from = candidateDay === now.day ? Math.max(firstHour, now.hour + 1) : firstHour
    const exceedsOpenHours = from + SUGGESTED_WINDOW_HOURS > (openHours ? openHours.to / 60 : 24)
    if (exceedsOpenHours && candidateDay === now.day) return undefined
    // If the business opens after the last full hour of the day, suggest the exact opening hours.
    if (openHours && from >= LAST_HOUR)
      return { day: candidateDay, from: formatMinutes(openHours.from), to: formatMinutes(openHours.to) }
    return {
      day: candidateDay,
      from: formatFullHour(from),
      to: formatFullHour(Math.min(LAST_HOUR, from + SUGGESTED_WINDOW_HOURS)),
    }
  }
  for (let daysAhead = 0; daysAhead < MAX_CLOSED_RUN_DAYS; daysAhead += 1) {
    const window = suggestOnDay(addDays(day, daysAhead))
    if (window) return window
  }
  return {
    day,
    from: formatFullHour(DEFAULT_START_HOUR),
    to: formatFullHour(DEFAULT_START_HOUR + SUGGESTED_WINDOW_HOURS),
  }
}
