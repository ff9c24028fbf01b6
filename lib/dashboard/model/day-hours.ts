import { addDays, type DayKey } from '../../platform/time/zone.ts'
import { CLOSED_DAY_KINDS, type ClosedDayKind, type ClosedDays } from './closed-days.ts'
import { findFederalHoliday } from './federal-holidays.ts'
import { getWeekday, type OpeningHours } from './opening-hours.ts'

export type OpenHours = { from: string; to: string }

/** Settings that determine the opening hours of a day. */
export type Schedule = { hours: OpeningHours; closedDays: ClosedDays; closedOnHolidays: boolean }

/** A day that differs from the weekly hours. `name` is the entry's name, the holiday, or the label of the kind. */
export type SpecialDay = { kind: ClosedDayKind; name: string }

export type DayHours = {
  /** Null if the business is closed. */
  openHours: OpenHours | null
  /** Why the hours differ from the weekly ones; null on a regular day. */
  special: SpecialDay | null
}

/** Days to search for the next opening or the last closing: two years, because an entry lasts up to one. */
export const MAX_CLOSED_RUN_DAYS = 731

/** Returns the opening hours of a day. An entry overrides a federal holiday, and both override the weekly hours. */
export function getDayHours({ hours, closedDays, closedOnHolidays }: Schedule, day: DayKey): DayHours {
  const entry = closedDays.find(({ from, to }) => from <= day && day <= to)
  if (entry) {
    const { kind, name, hours: openHours } = entry
    return { openHours, special: { kind, name: name || CLOSED_DAY_KINDS[kind] } }
  }
  const holiday = closedOnHolidays ? findFederalHoliday(day) : undefined
  if (holiday) return { openHours: null, special: { kind: 'closed', name: holiday } }
  return { openHours: hours[getWeekday(day)] ?? null, special: null }
}

/** Returns the company's closed day, or undefined on a regular day and on a day with different hours. */
export function findClosedDay(schedule: Schedule, day: DayKey): SpecialDay | undefined {
  const { openHours, special } = getDayHours(schedule, day)
  return !openHours && special ? special : undefined
}

export const hasHours = ({ hours, closedDays }: Schedule): boolean =>
  Object.keys(hours).length > 0 || closedDays.some((entry) => entry.hours)

export type SpecialDays = SpecialDay & { from: DayKey; to: DayKey; openHours: OpenHours | null }

/** Returns the special days of a period. Consecutive days of the same entry are one range. */
export function listSpecialDays(schedule: Schedule, from: DayKey, count: number): SpecialDays[] {
  const ranges: SpecialDays[] = []
  for (let offset = 0; offset < count; offset += 1) {
    const day = addDays(from, offset)
    const { openHours, special } = getDayHours(schedule, day)
    if (!special) continue
    const last = ranges.at(-1)
    const continues = last && last.to === addDays(day, -1) && last.kind === special.kind && last.name === special.name
    if (continues && JSON.stringify(last.openHours) === JSON.stringify(openHours)) last.to = day
    else ranges.push({ ...special, openHours, from: day, to: day })
  }
  return ranges
}

/** Returns text such as "Closed for Thanksgiving Day", or "Closed" if the entry has no name. */
export function formatSpecialDay({ kind, name }: SpecialDay): string {
  const label = CLOSED_DAY_KINDS[kind]
  return name === label ? label : `${label} for ${name}`
}
