import { differenceInCalendarDays, differenceInMonths, differenceInYears } from 'date-fns'
import { z } from '../zod.ts'
import { optionalLine } from '../fields.ts'
import type { OpeningHours } from '../settings/opening-hours.ts'
import { type DayKey, dayKey, formatDayKey, formatTime, formatWindow, minutesIn } from '../time/zone.ts'
import type { AppointmentRecord } from './record.ts'
import { openOn } from './week-layout.ts'
import { localWindow } from './window.ts'

/** A visit as somebody is about to save it; with an id it is one that is there, of which only what becomes another is looked at. */
export const visitCheck = z.strictObject({
  id: z.uuid().optional(),
  window: localWindow,
  technician: optionalLine(120),
})

export type VisitCheck = z.input<typeof visitCheck>

/** What is asked back before it is saved, in sentences; nothing speaks against it where there are none. */
export const visitDoubts = z.object({ doubts: z.array(z.string()) })

/** A window further away is rather a wrong year. */
const YEARS_AHEAD = 1

const plural = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

const atNoon = (day: DayKey) => new Date(`${day}T12:00Z`)

/** The largest unit of time that lies between two days, the earlier one first: "6 years". */
function distance(from: DayKey, to: DayKey): string {
  const [begin, end] = [atNoon(from), atNoon(to)]
  const years = differenceInYears(end, begin)
  if (years > 0) return plural(years, 'year')
  const months = differenceInMonths(end, begin)
  return months > 0 ? plural(months, 'month') : plural(differenceInCalendarDays(end, begin), 'day')
}

const weekdayOf = (day: DayKey) => formatDayKey(day, 'long').split(',')[0] ?? ''

/** "8 AM", of minutes after midnight. */
const hourOf = (minutes: number) => formatTime(minutes * 60_000, 'UTC').replace(':00 ', ' ')

type Window = { startsAt: Date; endsAt: Date }

type Around = { now: Date; hours: OpeningHours; timeZone: string }

/** What speaks against a day: it is over, or so far away that its year was meant to be another. */
function dayDoubt({ endsAt }: Window, day: DayKey, { now, timeZone }: Around): string | undefined {
  const today = dayKey(now, timeZone)
  const named = `That is ${formatDayKey(day, 'long')}`
  if (endsAt <= now) {
    // A window that went over midnight is over on the day on which it began.
    return day === today ? `${named}, and it is over already.` : `${named}, ${distance(day, today)} ago.`
  }
  return differenceInYears(atNoon(day), atNoon(today)) >= YEARS_AHEAD
    ? `${named}, in ${distance(today, day)}.`
    : undefined
}

function hoursDoubt({ startsAt, endsAt }: Window, day: DayKey, { hours, timeZone }: Around): string | undefined {
  if (Object.keys(hours).length === 0) return undefined
  const open = openOn(day, hours)
  if (!open) return `You are closed on ${weekdayOf(day)}s.`
  const isInside =
    minutesIn(startsAt, timeZone) >= open.from &&
    minutesIn(endsAt, timeZone) <= open.to &&
    dayKey(endsAt, timeZone) === day
  return isInside ? undefined : `On ${weekdayOf(day)}s you are open from ${hourOf(open.from)} to ${hourOf(open.to)}.`
}

/** What speaks against a window, in sentences: that it is in the past, years ahead, or outside of the opening hours. */
export function windowDoubts(window: Window, around: Around): string[] {
  const day = dayKey(window.startsAt, around.timeZone)
  return [dayDoubt(window, day, around), hoursDoubt(window, day, around)].filter((doubt) => doubt !== undefined)
}

/** Other visits of the same technician at that time, in a sentence; undefined without any. */
export function overlapWords(
  { technician }: Pick<AppointmentRecord, 'technician'>,
  overlaps: readonly AppointmentRecord[],
  zone: string,
): string | undefined {
  if (overlaps.length === 0) return undefined
  const others = overlaps.map((other) => `${other.customer}, ${formatWindow(other.startsAt, other.endsAt, zone)}`)
  return `${technician} has another visit at that time: ${others.join('; ')}.`
}
