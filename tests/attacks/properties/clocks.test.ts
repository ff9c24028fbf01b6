import fc from 'fast-check'
import { expect } from 'vitest'
import { resolveWindow } from '../../../lib/dashboard/appointments/window.ts'
import { findUncoveredHours, isOnCallAt } from '../../../lib/dashboard/settings/on-call-hours.ts'
import {
  addDays,
  findMomentAt,
  toDayKey,
  getMinutesOfDay,
  getStartOfDay,
  toTimeKey,
} from '../../../lib/platform/time/zone.ts'
import { check } from '../../support/check.ts'
import { checkProperty } from './support/check-property.ts'

const RUN_COUNT = 2_000

const HOUR_MS = 3_600_000

const TIME_ZONES = [
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
const UTC_OFFSET_HOURS = Array.from({ length: 8 }, (_, index) => index + 4)

const DST_CHANGE_DATES = [
  '2026-03-08',
  '2026-11-01',
  '2027-03-14',
  '2027-11-07',
  '2028-03-12',
  '2028-11-05',
  '2029-03-11',
  '2029-11-04',
]

const zone = fc.constantFrom(...TIME_ZONES)
const day = fc
  .tuple(
    fc.constantFrom(...DST_CHANGE_DATES),
    fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -1, max: 1 }) }, fc.integer({ min: -200, max: 200 })),
  )
  .map(([change, days]) => addDays(change, days))
const time = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.integer({ min: 0, max: 23 })),
    fc.integer({ min: 0, max: 59 }),
  )
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const formatters = new Map(
  TIME_ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)

/** Formats a time with the runtime's own calendar, such as 2026-03-08 03:30. */
const formatInZone = (moment: Date, timeZone: string): string => formatters.get(timeZone)?.format(moment) ?? ''

const findMoments = (localTime: string, timeZone: string): Date[] =>
  UTC_OFFSET_HOURS.map((hours) => new Date(Date.parse(`${localTime.replace(' ', 'T')}Z`) + hours * HOUR_MS)).filter(
    (moment) => formatInZone(moment, timeZone) === localTime,
  )

check(
  {
    what: 'Days and times',
    tried: `${RUN_COUNT} times in nine time zones, mostly around daylight saving time changes`,
    expected:
      'match the calendar; a time that daylight saving time repeats means the first occurrence, a time that it skips is invalid',
  },
  () =>
    checkProperty(
      fc.property(zone, day, time, time, (timeZone, date, from, to) => {
        const [first] = findMoments(`${date} ${from}`, timeZone)
        const moment = findMomentAt(date, from, timeZone)
        expect(moment).toEqual(first)
        const start = getStartOfDay(date, timeZone)
        expect(toDayKey(start, timeZone)).toBe(date)
        expect(toDayKey(start.getTime() - 1, timeZone)).toBe(addDays(date, -1))
        if (!moment) return
        expect(`${toDayKey(moment, timeZone)} ${toTimeKey(moment, timeZone)}`).toBe(formatInZone(moment, timeZone))
        expect(getMinutesOfDay(moment, timeZone)).toBe(Number(from.slice(0, 2)) * 60 + Number(from.slice(3)))
        const window = resolveWindow({ day: date, from, to }, timeZone)
        if ('problem' in window) return
        expect(formatInZone(window.startsAt, timeZone)).toBe(`${date} ${from}`)
        expect(formatInZone(window.endsAt, timeZone)).toBe(`${to < from ? addDays(date, 1) : date} ${to}`)
        expect(window.endsAt.getTime()).toBeGreaterThan(window.startsAt.getTime())
      }),
      RUN_COUNT,
    ),
)

check(
  {
    what: 'On-call hours',
    tried: `${RUN_COUNT} random on-call lists at any time in nine time zones`,
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
    const isWithin = ({ from, to }: { from: string; to: string }, clockTime: string) =>
      from === to || (from < to ? from <= clockTime && clockTime < to : from <= clockTime || clockTime < to)
    const list = fc.array(fc.record({ hours }), { maxLength: 4 })
    return checkProperty(
      fc.property(list, zone, day, time, fc.boolean(), (onCallList, timeZone, date, randomTime, isAtEnd) => {
        const end = onCallList.find((person) => person.hours)?.hours?.to
        const [moment] = findMoments(`${date} ${(isAtEnd && end) || randomTime}`, timeZone)
        if (!moment) return
        const isCovered = onCallList.some((person) => isOnCallAt(person, moment, timeZone))
        const isReportedGap = findUncoveredHours(onCallList).some((gap) =>
          isWithin(gap, formatInZone(moment, timeZone).slice(11)),
        )
        const isExpectedCovered = onCallList.some(
          (person) => !person.hours || isWithin(person.hours, formatInZone(moment, timeZone).slice(11)),
        )
        expect(isCovered).toBe(isExpectedCovered)
        expect(isReportedGap).toBe(!isExpectedCovered)
      }),
      RUN_COUNT,
    )
  },
)
