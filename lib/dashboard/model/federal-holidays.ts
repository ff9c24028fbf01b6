import { allForYear } from '@18f/us-federal-holidays'
import { addDays, type DayKey } from '../../platform/time/zone.ts'

/** Names that callers and owners use, where they differ from the names in 5 U.S.C. 6103. */
const COMMON_NAMES: Record<string, string> = {
  'Birthday of Martin Luther King, Jr.': 'Martin Luther King Jr. Day',
  "Washington's Birthday": 'Presidents’ Day',
  'Juneteenth National Independence Day': 'Juneteenth',
}

const formatName = (name: string): string => COMMON_NAMES[name] ?? name.replaceAll("'", '’')

const UNSHIFTED = { shiftSaturdayHolidays: false, shiftSundayHolidays: false }

/** Returns the holidays of a year on their own dates, each with the weekday on which the government observes it. */
const listHolidayDates = (year: number) => {
  const observed = allForYear(year)
  return allForYear(year, UNSHIFTED).map(({ name, dateString }, position) => ({
    name: formatName(name),
    day: dateString,
    observedOn: observed[position]?.dateString ?? dateString,
  }))
}

const namesByYear = new Map<number, Map<DayKey, string>>()

/** Returns the names of the days of a year. New Year’s Day of the next year may be observed on December 31. */
function getHolidayNames(year: number): Map<DayKey, string> {
  const cachedNames = namesByYear.get(year)
  if (cachedNames) return cachedNames
  const holidays = [...listHolidayDates(year), ...listHolidayDates(year + 1)]
  const names = new Map([
    ...holidays.map(({ name, observedOn }) => [observedOn, `${name} (observed)`] as const),
    ...holidays.map(({ name, day }) => [day, name] as const),
  ])
  namesByYear.set(year, names)
  return names
}

/**
 * Returns the name of the US federal holiday on a day. A holiday on a weekend counts twice: on its date, because a
 * company with Saturday hours closes then, and on the Friday or Monday when it is observed.
 */
export const findFederalHoliday = (day: DayKey): string | undefined => getHolidayNames(Number(day.slice(0, 4))).get(day)

export type Holiday = { day: DayKey; name: string }

export const listFederalHolidays = (from: DayKey, count: number): Holiday[] =>
  Array.from({ length: count }, (_, offset) => addDays(from, offset)).flatMap((day) => {
    const name = findFederalHoliday(day)
    return name ? [{ day, name }] : []
  })
