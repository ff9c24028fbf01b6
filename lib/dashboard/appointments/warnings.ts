import { differenceInCalendarDays, differenceInMonths, differenceInYears } from 'date-fns'
import { z } from '../../values/zod.ts'
import { buildOptionalLineSchema } from '../../values/fields.ts'
import { formatSpecialDay, getDayHours, hasHours, type Schedule } from '../model/day-hours.ts'
import {
  type DayKey,
  toDayKey,
  formatDayKey,
  formatTime,
  formatWindow,
  getMinutesOfDay,
} from '../../platform/time/zone.ts'
import type { AppointmentRecord } from './record.ts'
import { findOpenMinutes } from './week-layout.ts'
import { localWindow } from './window.ts'
import { formatCount } from '../../values/format.ts'

/** An appointment to check before it is saved. With an id, only the changed fields are checked. */
export const visitCheckInput = z.strictObject({
  id: z.uuid().optional(),
  window: localWindow,
  technician: buildOptionalLineSchema(120),
})

export type VisitCheckInput = z.input<typeof visitCheckInput>

export const visitWarnings = z.object({ doubts: z.array(z.string()) })

const MAX_YEARS_AHEAD = 1

const toNoon = (day: DayKey) => new Date(`${day}T12:00Z`)

/** Formats the distance between two days in the largest whole unit, such as "6 years". `from` is the earlier day. */
function formatDistance(from: DayKey, to: DayKey): string {
  const [begin, end] = [toNoon(from), toNoon(to)]
  const years = differenceInYears(end, begin)
  if (years > 0) return formatCount(years, 'year')
  const months = differenceInMonths(end, begin)
  return months > 0 ? formatCount(months, 'month') : formatCount(differenceInCalendarDays(end, begin), 'day')
}

const formatWeekday = (day: DayKey) => formatDayKey(day, 'long').split(',')[0] ?? ''

const formatHour = (minutes: number) => formatTime(minutes * 60_000, 'UTC').replace(':00 ', ' ')

type Window = { startsAt: Date; endsAt: Date }

type ScheduleContext = Schedule & { now: Date; timeZone: string }

function findDayWarning({ endsAt }: Window, day: DayKey, { now, timeZone }: ScheduleContext): string | undefined {
  const today = toDayKey(now, timeZone)
  const dayText = `That is ${formatDayKey(day, 'long')}`
  if (endsAt <= now) {
    // A window past midnight belongs to its first day.
    return day === today ? `${dayText}, which has already passed.` : `${dayText}, ${formatDistance(day, today)} ago.`
  }
  return differenceInYears(toNoon(day), toNoon(today)) >= MAX_YEARS_AHEAD
    ? `${dayText}, ${formatDistance(today, day)} from now.`
    : undefined
}

function findHoursWarning(
  { startsAt, endsAt }: Window,
  day: DayKey,
  { timeZone, ...schedule }: ScheduleContext,
): string | undefined {
  const { special } = getDayHours(schedule, day)
  const openHours = findOpenMinutes(day, schedule)
  if (!openHours && special) return `${formatDayKey(day)}: ${formatSpecialDay(special)}.`
  if (!openHours) return hasHours(schedule) ? `You are closed on ${formatWeekday(day)}s.` : undefined
  const isInside =
    getMinutesOfDay(startsAt, timeZone) >= openHours.from &&
    getMinutesOfDay(endsAt, timeZone) <= openHours.to &&
    toDayKey(endsAt, timeZone) === day
  return isInside
    ? undefined
    : `On ${special ? formatDayKey(day) : `${formatWeekday(day)}s`} you are open from ${formatHour(openHours.from)} to ${formatHour(openHours.to)}.`
}

export function findWindowWarnings(window: Window, context: ScheduleContext): string[] {
  const day = toDayKey(window.startsAt, context.timeZone)
  return [findDayWarning(window, day, context), findHoursWarning(window, day, context)].filter(
    (warning) => warning !== undefined,
  )
}

export function formatOverlapWarning(
  { technician }: Pick<AppointmentRecord, 'technician'>,
  overlaps: readonly AppointmentRecord[],
  zone: string,
): string | undefined {
  if (overlaps.length === 0) return undefined
  const overlapTexts = overlaps.map(
    (overlap) => `${overlap.customer}, ${formatWindow(overlap.startsAt, overlap.endsAt, zone)}`,
  )
  return `${technician} has another visit at that time: ${overlapTexts.join('; ')}.`
}
