import { describe, expect, it } from 'vitest'
import type { OpeningHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { buildSchedule } from '../../support/schedule.ts'
import { findPeriodSinceClose } from '../../../lib/dashboard/today/since-close.ts'

const TIME_ZONE = 'America/Chicago'
const DAY_HOURS = { from: '08:00', to: '17:00' }
const OPENING_HOURS: OpeningHours = {
  mon: DAY_HOURS,
  tue: DAY_HOURS,
  wed: DAY_HOURS,
  thu: DAY_HOURS,
  fri: DAY_HOURS,
  sat: { from: '09:00', to: '13:00' },
}

function findNightStart(now: string, schedule = buildSchedule(OPENING_HOURS)) {
  const { from, to, closedOn } = findPeriodSinceClose(schedule, TIME_ZONE, new Date(now))
  expect(to).toEqual(new Date(now))
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })
  return [clock.format(from), closedOn]
}

describe('time since closing', () => {
  it.each([
    ['a weekday, during business hours', '2026-03-04T15:00:00Z', ['2026-03-03 17:00', '2026-03-03']],
    ['a weekday, before opening', '2026-03-04T12:00:00Z', ['2026-03-03 17:00', '2026-03-03']],
    ['a weekday, at night', '2026-03-04T08:00:00Z', ['2026-03-03 17:00', '2026-03-03']],
    ['a weekday, a minute before closing', '2026-03-04T22:59:00Z', ['2026-03-03 17:00', '2026-03-03']],
    ['a weekday, at closing time', '2026-03-04T23:00:00Z', ['2026-03-04 17:00', '2026-03-04']],
    ['a weekday, in the evening', '2026-03-05T02:00:00Z', ['2026-03-04 17:00', '2026-03-04']],
    ['Monday, after a closed Sunday', '2026-03-02T14:30:00Z', ['2026-02-28 13:00', '2026-02-28']],
    ['Monday night', '2026-03-03T03:00:00Z', ['2026-03-02 17:00', '2026-03-02']],
    ['a closed Sunday', '2026-03-01T20:00:00Z', ['2026-02-28 13:00', '2026-02-28']],
    ['the Monday after daylight saving time starts', '2026-03-09T14:00:00Z', ['2026-03-07 13:00', '2026-03-07']],
  ])('starts at the last closing time on %s', (_, now, expected) => expect(findNightStart(now)).toEqual(expected))

  it('can span a week for a company that opens once a week', () => {
    const hours: OpeningHours = { wed: DAY_HOURS }
    expect(findNightStart('2026-03-04T15:00:00Z', buildSchedule(hours))).toEqual(['2026-02-25 17:00', '2026-02-25'])
    expect(findNightStart('2026-03-05T15:00:00Z', buildSchedule(hours))).toEqual(['2026-03-04 17:00', '2026-03-04'])
  })

  it('spans a holiday and closed days, also over New Year', () => {
    const schedule = buildSchedule(OPENING_HOURS, {
      closedOnHolidays: true,
      closedDays: [{ from: '2026-12-26', to: '2027-01-10', kind: 'closed', hours: null, name: 'Winter break' }],
    })
    // The morning of November 27, after Thanksgiving Day.
    expect(findNightStart('2026-11-27T13:00:00Z', schedule)).toEqual(['2026-11-25 17:00', '2026-11-25'])
    expect(findNightStart('2027-01-11T13:00:00Z', schedule)).toEqual(['2026-12-24 17:00', '2026-12-24'])
  })

  it('is the last 24 hours if the company has no business hours', () => {
    expect(findNightStart('2026-03-01T16:00:00Z', buildSchedule())).toEqual(['2026-02-28 10:00', null])
  })

  it('is an hour shorter or longer when daylight saving time starts or ends', () => {
    const weekendHours: OpeningHours = { ...OPENING_HOURS, sat: DAY_HOURS, sun: DAY_HOURS }
    const getNightHours = (now: string) => {
      const { from, to } = findPeriodSinceClose(buildSchedule(weekendHours), TIME_ZONE, new Date(now))
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    const changes = ['2026-03-07T18:00:00Z', '2026-03-08T17:00:00Z', '2026-11-01T18:00:00Z']
    expect(changes.map(getNightHours)).toEqual([19, 18, 20])
  })
})
