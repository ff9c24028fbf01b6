import { differenceInCalendarDays, differenceInMonths, differenceInYears } from 'date-fns'
import { z } from '../../values/zod.ts'
import { optionalLine } from '../../values/fields.ts'
import type { OpeningHours } from '../model/opening-hours.ts'
import { type DayKey, dayKey, formatDayKey, formatTime, formatWindow, minutesIn } from '../../platform/time/zone.ts'
import type { AppointmentRecord } from './record.ts'
import { openOn } from './week-layout.ts'
import { localWindow } from './window.ts'
import { formatCount } from '../../values/format.ts'

/** An appointment to check before it is saved. With an id, only the changed fields are checked. */
export const visitCheck = z.strictObject({
  id: z.uuid().optional(),
  window: localWindow,
  technician: optionalLine(120),
})

export type VisitCheck = z.input<typeof visitCheck>

export const visitDoubts = z.object({ doubts: z.array(z.string()) })

const YEARS_AHEAD = 1

const atNoon = (day: DayKey) => new Date(`${day}T12:00Z`)

/** Formats the distance between two days in the largest whole unit, such as "6 years". `from` is the earlier day. */
function distance(from: DayKey, to: DayKey): string {
  const [begin, end] = [atNoon(from), atNoon(to)]
  const years = differenceInYears(end, begin)
  if (years > 0) return formatCount(years, 'year')
  const months = differenceInMonths(end, begin)
  return months > 0 ? formatCount(months, 'month') : formatCount(differenceInCalendarDays(end, begin), 'day')
}

const weekdayOf = (day: DayKey) => formatDayKey(day, 'long').split(',')[0] ?? ''

const hourOf = (minutes: number) => formatTime(minutes * 60_000, 'UTC').replace(':00 ', ' ')

type Window = { startsAt: Date; endsAt: Date }

type Around = { now: Date; hours: OpeningHours; timeZone: string }

function dayDoubt({ endsAt }: Window, day: DayKey, { now, timeZone }: Around): string | undefined {
  const today = dayKey(now, timeZone)
  const named = `That is ${formatDayKey(day, 'long')}`
  if (endsAt <= now) {
    // A window past midnight belongs to its first day.
    return day === today ? `${named}, which has already passed.` : `${named}, ${distance(day, today)} ago.`
  }
  return differenceInYears(atNoon(day), atNoon(today)) >= YEARS_AHEAD
    ? `${named}, ${distance(today, day)} from now.`
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

export function windowDoubts(window: Window, around: Around): string[] {
  const day = dayKey(window.startsAt, around.timeZone)
  return [dayDoubt(window, day, around), hoursDoubt(window, day, around)].filter((doubt) => doubt !== undefined)
}

export function overlapWords(
  { technician }: Pick<AppointmentRecord, 'technician'>,
  overlaps: readonly AppointmentRecord[],
  zone: string,
): string | undefined {
  if (overlaps.length === 0) return undefined
  const others = overlaps.map((other) => `${other.customer}, ${formatWindow(other.startsAt, other.endsAt, zone)}`)
  return `${technician} has another visit at that time: ${others.join('; ')}.`
}
