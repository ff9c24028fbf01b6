import { afterEach, describe, expect, it, vi } from 'vitest'
import { addDays, type DayKey } from '../../../lib/platform/time/zone.ts'

/* Independent computation of 5 U.S.C. 6103, including the observed days of its section (b) and Executive Order 11582. */

const toKey = (year: number, month: number, day: number): DayKey =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
const getWeekdayNumber = (day: DayKey) => new Date(`${day}T00:00Z`).getUTCDay()

function findNthWeekday(year: number, month: number, weekday: number, nth: number): DayKey {
  const days = Array.from({ length: 31 }, (_, index) => toKey(year, month, index + 1))
  const matches = days.filter((day) => Number(day.slice(5, 7)) === month && getWeekdayNumber(day) === weekday)
  return matches.at(nth > 0 ? nth - 1 : nth) ?? ''
}

const computeHolidays = (year: number): [DayKey, string][] => [
  [toKey(year, 1, 1), 'New Year’s Day'],
  [findNthWeekday(year, 1, 1, 3), 'Martin Luther King Jr. Day'],
  [findNthWeekday(year, 2, 1, 3), 'Presidents’ Day'],
  [findNthWeekday(year, 5, 1, -1), 'Memorial Day'],
  [toKey(year, 6, 19), 'Juneteenth'],
  [toKey(year, 7, 4), 'Independence Day'],
  [findNthWeekday(year, 9, 1, 1), 'Labor Day'],
  [findNthWeekday(year, 10, 1, 2), 'Columbus Day'],
  [toKey(year, 11, 11), 'Veterans Day'],
  [findNthWeekday(year, 11, 4, 4), 'Thanksgiving Day'],
  [toKey(year, 12, 25), 'Christmas Day'],
]

function computeClosedDays(year: number): Record<DayKey, string> {
  const days = [...computeHolidays(year), ...computeHolidays(year + 1)].flatMap(([day, name]) => {
    const shift = { 0: 1, 6: -1 }[getWeekdayNumber(day)]
    return shift === undefined
      ? [[day, name] as const]
      : [[day, name] as const, [addDays(day, shift), `${name} (observed)`] as const]
  })
  return Object.fromEntries(days.filter(([day]) => day.startsWith(`${year}-`)).toSorted())
}

const YEARS = Array.from({ length: 17 }, (_, index) => 2024 + index)

describe('federal holidays', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  it.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'America/Havana'])(
    'match the federal rules from 2024 to 2040 on a server in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      const { findFederalHoliday } = await import('../../../lib/dashboard/model/federal-holidays.ts')
      for (const year of YEARS) {
        const days = Array.from({ length: 366 }, (_, offset) => addDays(`${year}-01-01`, offset))
        const names = days
          .filter((day) => day.startsWith(`${year}-`))
          .flatMap((day) => {
            const name = findFederalHoliday(day)
            return name ? [[day, name] as const] : []
          })
        expect(Object.fromEntries(names)).toEqual(computeClosedDays(year))
      }
    },
  )

  it('include Thanksgiving Day on November 26, 2026, and no Inauguration Day', async () => {
    const { findFederalHoliday } = await import('../../../lib/dashboard/model/federal-holidays.ts')
    expect(findFederalHoliday('2026-11-26')).toBe('Thanksgiving Day')
    expect(findFederalHoliday('2026-07-03')).toBe('Independence Day (observed)')
    expect(findFederalHoliday('2027-12-31')).toBe('New Year’s Day (observed)')
    expect(findFederalHoliday('2029-01-20')).toBeUndefined()
  })
})
