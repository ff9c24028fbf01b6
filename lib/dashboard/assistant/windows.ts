import { millisecondsInHour } from 'date-fns/constants'
import type { SettingsRecord } from '../settings/input.ts'
import { findClosedDay, getDayHours, MAX_CLOSED_RUN_DAYS, type Schedule } from '../model/day-hours.ts'
import type { Urgency } from '../model/lead.ts'
import { addDays, findMomentAt, type DayKey, toDayKey } from '../../platform/time/zone.ts'

export type VisitWindow = { startsAt: Date; endsAt: Date }

type ClockSettings = Schedule & Pick<SettingsRecord, 'timeZone'>

export const WINDOW_HOURS = 2

/** Maximum number of windows per offer. Callers do not remember more on the phone. */
const MAX_OFFERED_WINDOWS = 3

/** Number of days whose windows are offered. Holidays and closed entries do not count. */
const OFFERED_DAYS = 14

/** Number of days from the call to the first offered window. Less urgent visits leave the early windows free. */
const FIRST_DAY_OFFSETS: Record<Urgency, number> = { now: 0, today: 0, soon: 1, later: 3 }

/** Converts a local time to UTC. A time that daylight saving time skips moves one hour later. */
function toMoment(day: DayKey, time: string, zone: string): Date | undefined {
  const nextHour = `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`
  return findMomentAt(day, time, zone) ?? findMomentAt(day, nextHour, zone)
}

function buildDayWindows({ timeZone, ...schedule }: ClockSettings, day: DayKey): VisitWindow[] {
  const { openHours } = getDayHours(schedule, day)
  const [from, to] = openHours ? [toMoment(day, openHours.from, timeZone), toMoment(day, openHours.to, timeZone)] : []
  if (!from || !to) return []
  const count = Math.max(0, Math.floor((to.getTime() - from.getTime()) / (WINDOW_HOURS * millisecondsInHour)))
  return Array.from({ length: count }, (_, index) => {
    const startsAt = new Date(from.getTime() + index * WINDOW_HOURS * millisecondsInHour)
    return { startsAt, endsAt: new Date(startsAt.getTime() + WINDOW_HOURS * millisecondsInHour) }
  })
}

type OfferInput = {
  settings: ClockSettings
  urgency: Urgency
  at: Date
  busyWindows: readonly VisitWindow[]
  /** Preferences in order. Only the first one that matches a free window applies. */
  preferences?: readonly ((window: VisitWindow) => boolean)[]
}

/** Returns the days whose windows may be offered. After a long closure, these are the days that follow it. */
export function listOfferedDays({ timeZone, ...schedule }: ClockSettings, urgency: Urgency, at: Date): DayKey[] {
  const firstDay = addDays(toDayKey(at, timeZone), FIRST_DAY_OFFSETS[urgency])
  const days: DayKey[] = []
  for (let offset = 0; offset < MAX_CLOSED_RUN_DAYS && days.length < OFFERED_DAYS; offset += 1) {
    const day = addDays(firstDay, offset)
    if (!findClosedDay(schedule, day)) days.push(day)
  }
  return days
}

/** Returns free windows within the opening hours, soonest first. */
export function selectWindows({
  settings,
  urgency,
  at,
  busyWindows,
  preferences = [() => true],
}: OfferInput): VisitWindow[] {
  const isFree = ({ startsAt, endsAt }: VisitWindow) =>
    startsAt > at && !busyWindows.some((busyWindow) => busyWindow.startsAt < endsAt && busyWindow.endsAt > startsAt)
  const freeWindows = listOfferedDays(settings, urgency, at)
    .flatMap((day) => buildDayWindows(settings, day))
    .filter(isFree)
  const preference = preferences.find((accepts) => freeWindows.some(accepts))
  return preference ? freeWindows.filter(preference).slice(0, MAX_OFFERED_WINDOWS) : []
}
