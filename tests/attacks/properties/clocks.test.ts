import fc from 'fast-check'
import { expect } from 'vitest'
import { windowIn } from '../../../lib/dashboard/appointments/window.ts'
import { hoursWithoutAnybody, isOnCallAt } from '../../../lib/dashboard/settings/on-call-hours.ts'
import { addDays, atTimeIn, dayKey, minutesIn, startOfDayIn, timeKey } from '../../../lib/platform/time/zone.ts'
import { check } from '../../support/check.ts'
import { holds } from './support/holds.ts'

const RUNS = 2_000

const HOUR = 3_600_000

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** Hours behind UTC in the tested time zones. */
const BEHIND = Array.from({ length: 8 }, (_, index) => index + 4)

const CHANGES = [
  '2026-03-08',
  '2026-11-01',
  '2027-03-14',
  '2027-11-07',
  '2028-03-12',
  '2028-11-05',
  '2029-03-11',
  '2029-11-04',
]

const zone = fc.constantFrom(...ZONES)
const day = fc
  .tuple(
    fc.constantFrom(...CHANGES),
    fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -1, max: 1 }) }, fc.integer({ min: -200, max: 200 })),
  )
  .map(([change, days]) => addDays(change, days))
const time = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.integer({ min: 0, max: 23 })),
    fc.integer({ min: 0, max: 59 }),
  )
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)

/** Formats a time with the runtime's own calendar, such as 2026-03-08 03:30. */
const shownIn = (moment: Date, timeZone: string): string => clocks.get(timeZone)?.format(moment) ?? ''

const momentsOf = (wanted: string, timeZone: string): Date[] =>
  BEHIND.map((hours) => new Date(Date.parse(`${wanted.replace(' ', 'T')}Z`) + hours * HOUR)).filter(
    (moment) => shownIn(moment, timeZone) === wanted,
  )

check(
  {
    what: 'Days and times',
    tried: `${RUNS} times in nine time zones, mostly around daylight saving changes`,
    expected: 'match the calendar: repeated times use the first, skipped times are invalid',
  },
  () =>
    holds(
      fc.property(zone, day, time, time, (timeZone, date, from, to) => {
        const [first] = momentsOf(`${date} ${from}`, timeZone)
        const moment = atTimeIn(date, from, timeZone)
        expect(moment).toEqual(first)
        const start = startOfDayIn(date, timeZone)
        expect(dayKey(start, timeZone)).toBe(date)
        expect(dayKey(start.getTime() - 1, timeZone)).toBe(addDays(date, -1))
        if (!moment) return
        expect(`${dayKey(moment, timeZone)} ${timeKey(moment, timeZone)}`).toBe(shownIn(moment, timeZone))
        expect(minutesIn(moment, timeZone)).toBe(Number(from.slice(0, 2)) * 60 + Number(from.slice(3)))
        const window = windowIn({ day: date, from, to }, timeZone)
        if ('problem' in window) return
        expect(shownIn(window.startsAt, timeZone)).toBe(`${date} ${from}`)
        expect(shownIn(window.endsAt, timeZone)).toBe(`${to < from ? addDays(date, 1) : date} ${to}`)
        expect(window.endsAt.getTime()).toBeGreaterThan(window.startsAt.getTime())
      }),
      RUNS,
    ),
)

check(
  {
    what: 'On-call hours',
    tried: `${RUNS} random on-call lists at any time in nine time zones`,
    expected: 'reports exactly the hours without coverage',
  },
  () => {
    const hours = fc.option(
      fc
        .tuple(time, time)
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => ({ from, to })),
      { nil: null, freq: 9 },
    )
    const covers = ({ from, to }: { from: string; to: string }, at: string) =>
      from === to || (from < to ? from <= at && at < to : from <= at || at < to)
    const list = fc.array(fc.record({ hours }), { maxLength: 4 })
    return holds(
      fc.property(list, zone, day, time, fc.boolean(), (people, timeZone, date, anyTime, atAnEnd) => {
        const end = people.find((person) => person.hours)?.hours?.to
        const [moment] = momentsOf(`${date} ${(atAnEnd && end) || anyTime}`, timeZone)
        if (!moment) return
        const isAnybody = people.some((person) => isOnCallAt(person, moment, timeZone))
        const isEmpty = hoursWithoutAnybody(people).some((gap) => covers(gap, shownIn(moment, timeZone).slice(11)))
        const isListed = people.some(
          (person) => !person.hours || covers(person.hours, shownIn(moment, timeZone).slice(11)),
        )
        expect(isAnybody).toBe(isListed)
        expect(isEmpty).toBe(!isListed)
      }),
      RUNS,
    )
  },
)
