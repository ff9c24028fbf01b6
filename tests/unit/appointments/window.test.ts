import { describe, expect, it } from 'vitest'
import { localWindow, suggestWindow, resolveWindow } from '../../../lib/dashboard/appointments/window.ts'
import { findWindowWarnings } from '../../../lib/dashboard/appointments/warnings.ts'
import type { OpeningHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { buildSchedule } from '../../support/schedule.ts'

const NEW_YORK = 'America/New_York'

const resolveMoments = (day: string, from: string, to: string, zone = NEW_YORK) => {
  const window = resolveWindow({ day, from, to }, zone)
  return 'problem' in window ? window.problem : [window.startsAt.toISOString(), window.endsAt.toISOString()]
}

describe('local time window', () => {
  it.each([
    ['2026-03-07', '2026-03-07T13:00:00.000Z', '2026-03-07T15:30:00.000Z'],
    ['2026-03-08', '2026-03-08T12:00:00.000Z', '2026-03-08T14:30:00.000Z'],
    ['2026-10-31', '2026-10-31T12:00:00.000Z', '2026-10-31T14:30:00.000Z'],
    ['2026-11-01', '2026-11-01T13:00:00.000Z', '2026-11-01T15:30:00.000Z'],
  ])('keeps its local hours when daylight saving time starts or ends: %s', (day, startsAt, endsAt) => {
    expect(resolveMoments(day, '08:00', '10:30')).toEqual([startsAt, endsAt])
  })

  it.each([
    ['02:30', '04:00', 'from', '2:30 AM doesn’t exist on this day because daylight saving time starts. Choose 3:30 AM'],
    ['01:00', '02:00', 'to', '2:00 AM doesn’t exist on this day because daylight saving time starts. Choose 3:00 AM'],
  ])(
    'is rejected if it starts or ends in the hour that daylight saving time skips: %s to %s',
    (from, to, field, message) => {
      expect(resolveMoments('2026-03-08', from, to)).toEqual({ field, message })
      expect(resolveMoments('2026-03-08', from, to, 'America/Phoenix')).toHaveLength(2)
    },
  )

  it('can span the hour that daylight saving time skips, which adds no time', () => {
    expect(resolveMoments('2026-03-08', '01:00', '03:00')).toEqual([
      '2026-03-08T06:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ])
    expect(resolveMoments('2026-03-07', '23:00', '03:00')).toEqual([
      '2026-03-08T04:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ])
  })

  it('starts and ends at the first occurrence of a time that daylight saving time repeats', () => {
    expect(resolveMoments('2026-11-01', '01:30', '02:00')).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ])
    expect(resolveMoments('2026-11-01', '00:30', '01:30')).toEqual([
      '2026-11-01T04:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
    ])
  })

  it('ends on the next day if the end time is before the start time', () => {
    expect(resolveMoments('2026-05-04', '22:00', '02:00')).toEqual([
      '2026-05-05T02:00:00.000Z',
      '2026-05-05T06:00:00.000Z',
    ])
  })

  it.each([
    ['08:00', '08:00'],
    ['10:00', '08:00'],
  ])('must end after it starts: %s to %s', (from, to) => {
    const problem = { field: 'to', message: 'The end must be after the start' }
    expect(resolveMoments('2026-05-04', from, to)).toEqual(problem)
  })

  it.each([
    { day: '2026-02-30', from: '08:00', to: '10:00' },
    { day: '2026-02-28', from: '8:00', to: '10:00' },
    { day: '2026-02-28', from: '08:00', to: '24:00' },
    { day: '', from: '08:00', to: '10:00' },
  ])('rejects invalid dates and time formats: $day $from to $to', (window) =>
    expect(localWindow.safeParse(window).success).toBe(false),
  )
})

describe('suggested window of a new visit', () => {
  // May 4, 2026 is a Monday.
  const hours = { mon: { from: '08:00', to: '17:00' }, wed: { from: '09:30', to: '17:00' } }
  const buildTime = (day: string, hour: number) => ({ day, hour })

  it.each([
    ['on another day is the first of that day', '2026-05-06', buildTime('2026-05-04', 12), '2026-05-06 10:00 12:00'],
    ['today is the next one', '2026-05-04', buildTime('2026-05-04', 12), '2026-05-04 13:00 15:00'],
    ['before opening starts at opening time', '2026-05-04', buildTime('2026-05-04', 5), '2026-05-04 08:00 10:00'],
    ['in the evening is on the next open day', '2026-05-04', buildTime('2026-05-04', 16), '2026-05-06 10:00 12:00'],
    ['on a closed day moves to the next open day', '2026-05-05', buildTime('2026-05-04', 9), '2026-05-06 10:00 12:00'],
  ])('the window %s', (_, day, now, expected) =>
    expect(Object.values(suggestWindow(day, now, buildSchedule(hours))).join(' ')).toBe(expected),
  )

  it.each([
    ['23:00', '23:59', '23:00 23:59'],
    ['22:30', '23:59', '22:30 23:59'],
    ['23:30', '23:45', '23:30 23:45'],
    ['22:00', '23:30', '22:00 23:00'],
    ['00:00', '23:59', '00:00 02:00'],
  ])('ends after it starts for business hours from %s to %s', (from, to, expected) => {
    const window = suggestWindow('2026-05-05', buildTime('2026-05-04', 9), buildSchedule({ tue: { from, to } }))
    expect(`${window.from} ${window.to}`).toBe(expected)
    expect(resolveWindow(window, NEW_YORK)).not.toHaveProperty('problem')
  })

  it('skips closed days, however many', () => {
    const closedDays = [{ from: '2026-05-04', to: '2026-05-20', kind: 'closed' as const, hours: null, name: '' }]
    expect(suggestWindow('2026-05-04', buildTime('2026-05-04', 9), buildSchedule(hours, { closedDays })).day).toBe(
      '2026-05-25',
    )
    expect(
      suggestWindow(
        '2026-05-25',
        buildTime('2026-05-04', 9),
        buildSchedule(hours, { closedDays, closedOnHolidays: true }),
      ).day,
    ).toBe('2026-05-27')
    expect(suggestWindow('2026-05-04', buildTime('2026-05-04', 9), buildSchedule({}, { closedDays })).day).toBe(
      '2026-05-21',
    )
  })

  it('uses default hours if the business hours are not set', () => {
    const usual = { day: '2026-05-05', from: '08:00', to: '10:00' }
    expect(suggestWindow('2026-05-05', buildTime('2026-05-04', 9), buildSchedule())).toEqual(usual)
    expect(suggestWindow('2026-05-04', buildTime('2026-05-04', 22), buildSchedule())).toEqual(usual)
  })
})

const ZONE = 'America/Chicago'
const DAY = { from: '08:00', to: '17:30' }
const HOURS: OpeningHours = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY }

const NOW = new Date('2026-03-11T17:00:00Z')

function listWarnings(day: string, from: string, to: string, schedule = buildSchedule(HOURS)) {
  const window = resolveWindow({ day, from, to }, ZONE)
  if ('problem' in window) throw new Error(window.problem.message)
  return findWindowWarnings(window, { ...schedule, now: NOW, timeZone: ZONE })
}

describe('warnings before saving a visit', () => {
  it.each([
    ['the next day, within business hours', '2026-03-12', '08:00', '10:00', []],
    ['until closing', '2026-03-12', '15:00', '17:30', []],
    ['a window in progress', '2026-03-11', '11:00', '13:00', []],
    [
      'a window that just ended',
      '2026-03-11',
      '09:00',
      '11:00',
      ['That is Wednesday, March 11, 2026, which has already passed.'],
    ],
    ['the day before', '2026-03-10', '09:00', '11:00', ['That is Tuesday, March 10, 2026, 1 day ago.']],
    ['some months ago', '2025-12-04', '09:00', '11:00', ['That is Thursday, December 4, 2025, 3 months ago.']],
    [
      'another year, on a Sunday',
      '2020-03-08',
      '09:00',
      '11:00',
      ['That is Sunday, March 8, 2020, 6 years ago.', 'You are closed on Sundays.'],
    ],
    ['ten years ahead', '2036-03-11', '09:00', '11:00', ['That is Tuesday, March 11, 2036, 10 years from now.']],
    ['almost a year ahead', '2027-03-10', '09:00', '11:00', []],
    ['a closed Sunday', '2026-03-15', '15:00', '17:00', ['You are closed on Sundays.']],
    ['before opening', '2026-03-12', '07:30', '09:00', ['On Thursdays you are open from 8 AM to 5:30 PM.']],
    ['after closing', '2026-03-12', '17:00', '18:00', ['On Thursdays you are open from 8 AM to 5:30 PM.']],
    ['over midnight', '2026-03-12', '23:00', '01:00', ['On Thursdays you are open from 8 AM to 5:30 PM.']],
  ])('are correct for %s', (_when, day, from, to, expected) => expect(listWarnings(day, from, to)).toEqual(expected))

  it('name the reason of a closed day, also without business hours', () => {
    const closedDays = [
      { from: '2026-11-23', to: '2026-11-24', kind: 'on-call' as const, hours: null, name: 'Training' },
      { from: '2026-11-25', to: '2026-11-25', kind: 'closed' as const, hours: null, name: '' },
      { from: '2026-11-28', to: '2026-11-28', kind: 'hours' as const, hours: { from: '09:00', to: '12:00' }, name: '' },
    ]
    for (const hours of [HOURS, {}]) {
      const schedule = buildSchedule(hours, { closedDays, closedOnHolidays: true })
      const list = (day: string) => listWarnings(day, '09:00', '11:00', schedule)
      expect(list('2026-11-26')).toEqual(['Thu, Nov 26: Closed for Thanksgiving Day.'])
      expect(list('2026-11-24')).toEqual(['Tue, Nov 24: Emergencies only for Training.'])
      expect(list('2026-11-25')).toEqual(['Wed, Nov 25: Closed.'])
      expect(list('2026-11-28')).toEqual([])
      expect(listWarnings('2026-11-28', '11:00', '13:00', schedule)).toEqual([
        'On Sat, Nov 28 you are open from 9 AM to 12 PM.',
      ])
    }
  })

  it('ignore other days if only one day has hours', () => {
    const hours = { from: '09:00', to: '12:00' }
    const closedDays = [{ from: '2026-11-28', to: '2026-11-28', kind: 'hours' as const, hours, name: '' }]
    expect(listWarnings('2026-11-27', '03:00', '05:00', buildSchedule({}, { closedDays }))).toEqual([])
  })

  it('ignore business hours that are not set', () => {
    expect(listWarnings('2026-03-15', '03:00', '05:00', buildSchedule())).toEqual([])
  })
})
