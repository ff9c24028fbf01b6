import { addDays, type DayKey } from '../../platform/time/zone.ts'
import { CLOSED_DAY_KINDS, type ClosedDayKind, type ClosedDays } from './closed-days.ts'
import { findFederalHoliday, listFederalHolidays } from './federal-holidays.ts'
import { getWeekday, type OpeningHours } from './opening-hours.ts'

export type OpenHours = { from: string; to: string }

/** Settings that determine the opening hours of a day. */
export type Schedule = { hours: OpeningHours; closedDays: ClosedDays; closedOnHolidays: boolean }

/** A day that differs from the weekly hours. `name` is the holiday or the name of the entry, which may be empty. */
export type SpecialDay = { kind: ClosedDayKind; name: string }

export type DayHours = {
  /** Null if the business is closed. */
  openHours: OpenHours | null
  /** Why the hours differ from the weekly ones; null on a regular day. */
  special: SpecialDay | null
}

/** Days to search for the next opening or the last closing: two years, because an entry lasts up to one. */
export const MAX_CLOSED_RUN_DAYS = 731

const getEntryHours = ({ kind, hours }: ClosedDays[number]): OpenHours | null => (kind === 'hours' ? hours : null)

/** Returns the opening hours of a day. An entry overrides a federal holiday, and both override the weekly hours. */
export function getDayHours({ hours, closedDays, closedOnHolidays }: Schedule, day: DayKey): DayHours {
  const entry = closedDays.find(({ from, to }) => from <= day && day <= to)
  if (entry) {
    const { kind, name } = entry
    return { openHours: getEntryHours(entry), special: { kind, name } }
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

/** Returns whether the weekly hours are set. Otherwise, only special days have known hours. */
export const hasHours = ({ hours }: Schedule): boolean => Object.keys(hours).length > 0

export type SpecialDays = SpecialDay & { from: DayKey; to: DayKey; openHours: OpenHours | null }

/**
 * Returns the special days that begin or continue in a period, by date. Entries have their full range, so that the list
 * changes only when one begins or ends.
 */
export function listSpecialDays(
  { closedDays, closedOnHolidays }: Schedule,
  from: DayKey,
  count: number,
): SpecialDays[] {
  const end = addDays(from, count)
  const entries = closedDays
    .filter((entry) => entry.to >= from && entry.from < end)
    .map((entry) => ({ ...entry, openHours: getEntryHours(entry) }))
  const holidays = (closedOnHolidays ? listFederalHolidays(from, count) : [])
    .filter(({ day }) => !entries.some((entry) => entry.from <= day && day <= entry.to))
    .map(({ day, name }) => ({ from: day, to: day, kind: 'closed' as const, name, openHours: null }))
  return [...entries, ...holidays].toSorted((a, b) => a.from.localeCompare(b.from))
}

/** Returns text such as "Closed for Thanksgiving Day", or "Closed" if the entry has no name. */
export function formatSpecialDay({ kind, name }: SpecialDay): string {
  const label = CLOSED_DAY_KINDS[kind]
  return name ? `${label} for ${name}` : label
}
