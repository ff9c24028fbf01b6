import { millisecondsInHour } from 'date-fns/constants'
import { z } from '../../values/zod.ts'
import { minutesOf, type OpeningHours, timeOf, timeOfDay } from '../model/opening-hours.ts'
import { addDays, atTimeIn, type DayKey, formatTime, isDayKey } from '../../platform/time/zone.ts'
import { openOn } from './week-layout.ts'

/** Window in the business's time zone. An end before the start is on the next day. */
export const localWindow = z.strictObject({
  day: z.string().refine(isDayKey, { error: 'Choose a day' }),
  from: timeOfDay,
  to: timeOfDay,
})

export type LocalWindow = z.infer<typeof localWindow>

/** Longest window past midnight, in hours. A longer one probably has swapped start and end times. */
const MAX_NIGHT_HOURS = 8

export type WindowProblem = { field: keyof LocalWindow; message: string }

function skipped(field: 'from' | 'to', day: string, wanted: string, zone: string): WindowProblem {
  const minutes = minutesOf(wanted)
  // UTC has no clock changes, so every clock time exists.
  const words = formatTime(minutes * 60_000, 'UTC')
  // A clock change skips at most one hour.
  const next = atTimeIn(day, timeOf(minutes + 60), zone)
  return {
    field,
    message: `${words} doesn’t exist on this day because the clocks go forward${next ? `. Choose ${formatTime(next, zone)}` : ''}`,
  }
}

/**
 * Converts a local window to UTC. If a clock change repeats a time, the first occurrence that fits applies.
 * @returns an error message for a field if the window is invalid
 */
export function windowIn(
  { day, from, to }: LocalWindow,
  zone: string,
): { startsAt: Date; endsAt: Date } | { problem: WindowProblem } {
  if (from === to) return { problem: { field: 'to', message: 'The end must be after the start' } }
  const startsAt = atTimeIn(day, from, zone)
  if (!startsAt) return { problem: skipped('from', day, from, zone) }
  const lastDay = to < from ? addDays(day, 1) : day
  const endsAt = atTimeIn(lastDay, to, zone)
  if (!endsAt) return { problem: skipped('to', lastDay, to, zone) }
  if (lastDay !== day && endsAt.getTime() - startsAt.getTime() > MAX_NIGHT_HOURS * millisecondsInHour)
    return { problem: { field: 'to', message: 'The end must be after the start' } }
  return { startsAt, endsAt }
}

const SUGGESTED_HOURS = 2
const USUAL_HOUR = 8

const LAST_HOUR = 23

const fullHour = (hour: number): string => timeOf(hour * 60)

/**
 * Suggests a window: the next full hours of the day, or the first window of the next open day.
 * @param now current day and hour in the business's time zone
 */
export function suggestedWindow(day: DayKey, now: { day: DayKey; hour: number }, hours: OpeningHours): LocalWindow {
  const knowsHours = Object.keys(hours).length > 0
  const windowOn = (each: DayKey): LocalWindow | undefined => {
    const open = openOn(each, hours)
    if (knowsHours && !open) return undefined
    const opens = open ? Math.ceil(open.from / 60) : USUAL_HOUR
    const from = each === now.day ? Math.max(opens, now.hour + 1) : opens
    const isOver = from + SUGGESTED_HOURS > (open ? open.to / 60 : 24)
    if (isOver && each === now.day) return undefined
    // After the last full hour of the day, only the exact opening hours fit.
    if (open && from >= LAST_HOUR) return { day: each, from: timeOf(open.from), to: timeOf(open.to) }
    return { day: each, from: fullHour(from), to: fullHour(Math.min(LAST_HOUR, from + SUGGESTED_HOURS)) }
  }
  const week = Array.from({ length: 8 }, (_, later) => addDays(day, later))
  return (
    week.map(windowOn).find((window) => window !== undefined) ?? {
      day,
      from: fullHour(USUAL_HOUR),
      to: fullHour(USUAL_HOUR + SUGGESTED_HOURS),
    }
  )
}
