import { z } from '../zod.ts'
import type { OpeningHours } from '../settings/opening-hours.ts'
import { addDays, atTimeIn, type DayKey, formatTime, isDayKey } from '../time/zone.ts'
import { openOn } from './week-layout.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time such as 08:00')

/** A window as people choose it: a day and two times in the zone of the business. One that ends earlier ends the day after. */
export const localWindow = z.strictObject({
  day: z.string().refine(isDayKey, { error: 'Choose a day' }),
  from: time,
  to: time,
})

export type LocalWindow = z.infer<typeof localWindow>

/** The longest window over midnight: more hours are rather the two times in the wrong order. */
const MAX_NIGHT_HOURS = 8

const HOUR = 3_600_000

export type WindowProblem = { field: keyof LocalWindow; message: string }

/** Why there is no such time: clocks are put forward over it. */
function skipped(field: 'from' | 'to', day: string, wanted: string, zone: string): WindowProblem {
  const [hour = 0, minute = 0] = wanted.split(':').map(Number)
  // Read in UTC, which has every time.
  const words = formatTime(Date.UTC(1970, 0, 1, hour, minute), 'UTC')
  // A change of clocks skips an hour at most.
  const later = `${String((hour + 1) % 24).padStart(2, '0')}:${wanted.slice(3)}`
  const next = atTimeIn(day, later, zone)
  return {
    field,
    message: `There is no ${words} on this day: clocks are put forward${next ? `. Choose ${formatTime(next, zone)}` : ''}`,
  }
}

/**
 * The moments of a window that was chosen in local time. Of a time that a day has twice, it is the first that fits.
 * @returns what is wrong with it, in a sentence for the field, where there is no such window
 */
export function windowIn(
  { day, from, to }: LocalWindow,
  zone: string,
): { startsAt: Date; endsAt: Date } | { problem: WindowProblem } {
  if (from === to) return { problem: { field: 'to', message: 'The end has to be later than the beginning' } }
  const startsAt = atTimeIn(day, from, zone)
  if (!startsAt) return { problem: skipped('from', day, from, zone) }
  const lastDay = to < from ? addDays(day, 1) : day
  const endsAt = atTimeIn(lastDay, to, zone)
  if (!endsAt) return { problem: skipped('to', lastDay, to, zone) }
  if (lastDay !== day && endsAt.getTime() - startsAt.getTime() > MAX_NIGHT_HOURS * HOUR)
    return { problem: { field: 'to', message: 'The end has to be later than the beginning' } }
  return { startsAt, endsAt }
}

/** Hours of a window that is suggested, and the hour at which it begins where the business has not said when it is open. */
const SUGGESTED_HOURS = 2
const USUAL_HOUR = 8

/** The last hour at which a window of full hours can end on its day. */
const LAST_HOUR = 23

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const fullHour = (hour: number): string => `${twoDigits(hour)}:00`

const clockOf = (minutes: number): string => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

/**
 * The window that a new visit begins with: the first one of a day, of the present one the next, or that of the next day on
 * which the business is open.
 * @param now in the zone of the business: its day and hour
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
    // After the last full hour only the opening hours themselves are left of the day.
    if (open && from >= LAST_HOUR) return { day: each, from: clockOf(open.from), to: clockOf(open.to) }
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
