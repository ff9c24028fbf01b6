import { describe, expect, it } from 'vitest'
import {
  addDays,
  findMomentAt,
  toDayKey,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayKey,
  formatTime,
  formatWindow,
  isDayKey,
  isTimeZone,
  getMinutesOfDay,
  getStartOfDay,
  toTimeKey,
  listWeekDays,
} from '../../../lib/platform/time/zone.ts'

const NEW_YORK = 'America/New_York'
const HOUR_MS = 3_600_000

const toIso = (date: Date | undefined) => date?.toISOString()

const countHours = (day: string, zone: string) =>
  (getStartOfDay(addDays(day, 1), zone).getTime() - getStartOfDay(day, zone).getTime()) / HOUR_MS

describe('days in a time zone', () => {
  it('depend on the local clock, not on UTC', () => {
    expect(toDayKey('2026-01-02T03:30:00Z', NEW_YORK)).toBe('2026-01-01')
    expect(toDayKey('2026-01-02T03:30:00Z', 'Pacific/Auckland')).toBe('2026-01-02')
    expect(toDayKey(new Date('2025-12-31T23:30:00Z'), 'Asia/Kolkata')).toBe('2026-01-01')
    expect(toTimeKey('2026-01-02T03:30:00Z', 'Asia/Kolkata')).toBe('09:00')
  })

  it('start at midnight, or after it if daylight saving time skips midnight', () => {
    expect(toIso(getStartOfDay('2026-03-07', NEW_YORK))).toBe('2026-03-07T05:00:00.000Z')
    expect(toIso(getStartOfDay('2026-07-01', NEW_YORK))).toBe('2026-07-01T04:00:00.000Z')
    expect(toIso(getStartOfDay('2026-03-08', 'America/Havana'))).toBe('2026-03-08T05:00:00.000Z')
    // Daylight saving time ends at 1:00 and repeats the hour from midnight, so the day starts at the first midnight.
    expect(toIso(getStartOfDay('2026-11-01', 'America/Havana'))).toBe('2026-11-01T04:00:00.000Z')
  })

  it('have 23, 24 or 25 hours', () => {
    expect(countHours('2026-03-08', NEW_YORK)).toBe(23)
    expect(countHours('2026-03-09', NEW_YORK)).toBe(24)
    expect(countHours('2026-11-01', NEW_YORK)).toBe(25)
    expect(countHours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5)
    expect(countHours('2026-03-08', 'America/Phoenix')).toBe(24)
  })

  it('are added by calendar date', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  })

  it('form a week that starts on Monday', () => {
    const week = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08']
    expect(listWeekDays('2026-03-02')).toEqual(week)
    expect(listWeekDays('2026-03-08')).toEqual(week)
  })

  it('are validated', () => {
    expect(isDayKey('2028-02-29')).toBe(true)
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-01', '', 'today', '2026-03-08T00:00'])
      expect(isDayKey(text)).toBe(false)
  })
})

describe('times in a time zone', () => {
  it('resolve to the moment when the local clock shows them', () => {
    expect(toIso(findMomentAt('2026-03-07', '08:30', NEW_YORK))).toBe('2026-03-07T13:30:00.000Z')
    expect(toIso(findMomentAt('2026-03-08', '08:30', NEW_YORK))).toBe('2026-03-08T12:30:00.000Z')
    expect(toIso(findMomentAt('2026-07-01', '08:30', 'Asia/Kathmandu'))).toBe('2026-07-01T02:45:00.000Z')
  })

  it('are undefined in the hour that daylight saving time skips', () => {
    expect(findMomentAt('2026-03-08', '02:00', NEW_YORK)).toBeUndefined()
    expect(findMomentAt('2026-03-08', '02:59', NEW_YORK)).toBeUndefined()
    expect(toIso(findMomentAt('2026-03-08', '01:59', NEW_YORK))).toBe('2026-03-08T06:59:00.000Z')
    expect(toIso(findMomentAt('2026-03-08', '03:00', NEW_YORK))).toBe('2026-03-08T07:00:00.000Z')
    expect(findMomentAt('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBeUndefined()
  })

  it.each([
    ['2026-11-01', '01:30', NEW_YORK, '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/Los_Angeles', '2026-11-01T08:30:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])(
    'resolve to the first occurrence if daylight saving time repeats the hour: %s %s %s',
    (day, time, zone, moment) => {
      expect(toIso(findMomentAt(day, time, zone))).toBe(moment)
    },
  )

  it('survive a round trip for every quarter hour on days when daylight saving time starts or ends', () => {
    for (const [day, zone] of [
      ['2026-03-08', NEW_YORK],
      ['2026-11-01', NEW_YORK],
      ['2026-10-25', 'Europe/Berlin'],
    ] as const) {
      const quarters = countHours(day, zone) * 4
      const start = getStartOfDay(day, zone).getTime()
      for (let quarter = 0; quarter < quarters; quarter += 1) {
        const moment = new Date(start + quarter * (HOUR_MS / 4))
        const roundTrip = findMomentAt(toDayKey(moment, zone), toTimeKey(moment, zone), zone)
        expect([0, HOUR_MS]).toContain(moment.getTime() - (roundTrip?.getTime() ?? 0))
      }
    }
  })

  it('have the same minutes since midnight on every day', () => {
    expect(getMinutesOfDay('2026-03-08T12:30:00Z', NEW_YORK)).toBe(510)
    expect(getMinutesOfDay('2026-03-09T12:30:00Z', NEW_YORK)).toBe(510)
    expect(getMinutesOfDay('2026-11-02T13:30:00Z', NEW_YORK)).toBe(510)
  })
})

describe('formatted days and times', () => {
  it('use the given time zone', () => {
    const moment = '2026-03-08T12:30:00Z'
    expect(formatTime(moment, NEW_YORK)).toBe('8:30 AM')
    expect(formatTime(moment, 'America/Los_Angeles')).toBe('5:30 AM')
    expect(formatDay(moment, NEW_YORK)).toBe('Sun, Mar 8')
    expect(formatDate(moment, NEW_YORK)).toBe('Mar 8, 2026')
    expect(formatDateTime(moment, NEW_YORK)).toBe('Mar 8, 2026, 8:30 AM')
    expect(formatDayKey('2026-03-08')).toBe('Sun, Mar 8')
    expect(formatDayKey('2026-03-08', 'long')).toBe('Sunday, March 8, 2026')
  })

  it('include the zone abbreviation if daylight saving time repeats the hour', () => {
    expect(formatTime('2026-11-01T05:30:00Z', NEW_YORK)).toBe('1:30 AM EDT')
    expect(formatTime('2026-11-01T06:30:00Z', NEW_YORK)).toBe('1:30 AM EST')
    expect(formatTime('2026-11-01T07:00:00Z', NEW_YORK)).toBe('2:00 AM')
    expect(formatTime('2026-11-01T04:59:00Z', NEW_YORK)).toBe('12:59 AM')
  })

  it.each([
    ['2026-03-09T12:00:00Z', '2026-03-09T14:00:00Z', '8–10 AM'],
    ['2026-03-09T12:30:00Z', '2026-03-09T14:00:00Z', '8:30–10 AM'],
    ['2026-03-09T15:30:00Z', '2026-03-09T17:00:00Z', '11:30 AM – 1 PM'],
    ['2026-03-09T02:00:00Z', '2026-03-09T05:30:00Z', '10 PM – Mon, Mar 9, 1:30 AM'],
    ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '1:30 AM EDT – 1:30 AM EST'],
  ])('shorten the window from %s to %s', (from, to, expected) =>
    expect(formatWindow(from, to, NEW_YORK)).toBe(expected),
  )
})

it('invalid time zones are rejected', () => {
  expect(isTimeZone(NEW_YORK)).toBe(true)
  expect(isTimeZone('America/Nowhere')).toBe(false)
  expect(isTimeZone('')).toBe(false)
  expect(() => toDayKey(new Date(), 'America/Nowhere')).toThrow(RangeError)
})
