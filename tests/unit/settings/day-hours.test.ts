import { describe, expect, it } from 'vitest'
import { closedDays, MAX_CLOSED_DAYS } from '../../../lib/dashboard/model/closed-days.ts'
import {
  findClosedDay,
  formatSpecialDay,
  getDayHours,
  listSpecialDays,
} from '../../../lib/dashboard/model/day-hours.ts'
import { getSituation } from '../../../lib/dashboard/settings/situation.ts'
import { buildSchedule } from '../../support/schedule.ts'

const DAY = { from: '08:00', to: '17:00' }
const HOURS = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY }
const buildEntry = (from: string, to = from, fields = {}) => ({
  from,
  to,
  kind: 'closed' as const,
  hours: null,
  name: '',
  ...fields,
})

const THANKSGIVING = '2026-11-26'

describe('hours of a day', () => {
  it('are the weekly hours on a regular day', () => {
    const schedule = buildSchedule(HOURS, { closedOnHolidays: true })
    expect(getDayHours(schedule, '2026-11-25')).toEqual({ openHours: DAY, special: null })
    expect(getDayHours(schedule, '2026-11-28')).toEqual({ openHours: null, special: null })
  })

  it('are closed on a federal holiday only if the switch is on', () => {
    const special = { kind: 'closed', name: 'Thanksgiving Day' }
    const schedule = buildSchedule(HOURS, { closedOnHolidays: true })
    expect(getDayHours(schedule, THANKSGIVING)).toEqual({ openHours: null, special })
    expect(getDayHours(buildSchedule(HOURS), THANKSGIVING)).toEqual({ openHours: DAY, special: null })
  })

  it('are those of an entry, which overrides the holiday', () => {
    const hours = { from: '10:00', to: '14:00' }
    const schedule = buildSchedule(HOURS, {
      closedOnHolidays: true,
      closedDays: [buildEntry('2026-10-12', '2026-10-12', { kind: 'hours', hours, name: 'Short day' })],
    })
    expect(getDayHours(schedule, '2026-10-12')).toEqual({
      openHours: hours,
      special: { kind: 'hours', name: 'Short day' },
    })
    expect(findClosedDay(schedule, '2026-10-12')).toBeUndefined()
    expect(findClosedDay(schedule, THANKSGIVING)).toEqual({ kind: 'closed', name: 'Thanksgiving Day' })
  })

  it('include both ends of a range over New Year', () => {
    const schedule = buildSchedule(HOURS, { closedDays: [buildEntry('2026-12-28', '2027-01-04')] })
    const days = ['2026-12-25', '2026-12-28', '2026-12-31', '2027-01-01', '2027-01-04', '2027-01-05']
    expect(days.map((day) => getDayHours(schedule, day).openHours !== null)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  it('name the reason', () => {
    expect(formatSpecialDay({ kind: 'closed', name: 'Thanksgiving Day' })).toBe('Closed for Thanksgiving Day')
    expect(formatSpecialDay({ kind: 'on-call', name: 'Team meeting' })).toBe('Emergencies only for Team meeting')
    const schedule = buildSchedule(HOURS, { closedDays: [buildEntry('2026-12-28')] })
    const special = getDayHours(schedule, '2026-12-28').special
    expect(special && formatSpecialDay(special)).toBe('Closed')
  })

  it('are listed as one range per entry', () => {
    const entry = buildEntry('2026-12-28', '2026-12-30', { name: 'Inventory', kind: 'on-call' })
    const schedule = buildSchedule(HOURS, { closedOnHolidays: true, closedDays: [entry] })
    expect(listSpecialDays(schedule, '2026-11-01', 60).map(({ from, to, name }) => [from, to, name])).toEqual([
      ['2026-11-11', '2026-11-11', 'Veterans Day'],
      ['2026-11-26', '2026-11-26', 'Thanksgiving Day'],
      ['2026-12-25', '2026-12-25', 'Christmas Day'],
      ['2026-12-28', '2026-12-30', 'Inventory'],
    ])
  })
})

describe('closed days', () => {
  const listErrors = (...entries: unknown[]) =>
    closedDays.safeParse(entries).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

  it('accept days, ranges and different hours', () => {
    const hours = { from: '09:00', to: '12:00' }
    expect(
      listErrors(
        buildEntry('2026-11-26'),
        buildEntry('2026-12-24', '2027-01-02', { kind: 'on-call', name: '  Holidays ' }),
        buildEntry('2026-11-27', '2026-11-27', { kind: 'hours', hours }),
      ),
    ).toEqual([])
  })

  it.each([
    ['a missing date', buildEntry(''), ['0.from: Enter a date', '0.to: Enter a date']],
    ['a day that does not exist', buildEntry('2026-02-30'), ['0.from: Enter a date', '0.to: Enter a date']],
    ['reversed dates', buildEntry('2026-11-27', '2026-11-26'), ['0.to: The last day must not be before the first day']],
    ['more than a year', buildEntry('2026-01-01', '2027-01-02'), ['0.to: Choose a year or less']],
    ['missing hours', buildEntry(THANKSGIVING, THANKSGIVING, { kind: 'hours' }), ['0.hours: Enter the hours']],
    [
      'closing before opening',
      buildEntry(THANKSGIVING, THANKSGIVING, { kind: 'hours', hours: { from: '12:00', to: '09:00' } }),
      ['0.hours.to: Closing time must be after opening time'],
    ],
    [
      'a long name',
      buildEntry(THANKSGIVING, THANKSGIVING, { name: 'x'.repeat(61) }),
      ['0.name: Use 60 characters or fewer'],
    ],
  ])('reject %s', (_, entry, expected) => expect(listErrors(entry)).toEqual(expected))

  it('reject an overlap and name the other entry', () => {
    const week = buildEntry('2026-11-23', '2026-11-29', { name: 'Training week' })
    expect(listErrors(week, buildEntry('2026-11-29', '2026-12-01'))).toEqual([
      '1.from: Overlaps with “Training week” (Mon, Nov 23 to Sun, Nov 29). Change one of the two.',
    ])
    expect(listErrors(buildEntry(''), week)).toEqual(['0.from: Enter a date', '0.to: Enter a date'])
  })

  it('are limited', () => {
    const entries = Array.from({ length: MAX_CLOSED_DAYS + 1 }, (_, index) => buildEntry(`${2100 + index}-05-05`))
    expect(listErrors(...entries)).toEqual([`: Add up to ${MAX_CLOSED_DAYS} entries`])
  })
})

describe('situation on closed days', () => {
  const readSituation = (
    at: string,
    schedule = buildSchedule(HOURS, { closedOnHolidays: true }),
    zone = 'America/Chicago',
  ) => {
    const person = { name: 'Alex', phone: '+13125550190', hours: null }
    const situation = getSituation({ ...schedule, timeZone: zone, onCall: [person] }, new Date(at))
    return [situation.isOpen, situation.changesAt?.toISOString(), situation.closedDay?.name, situation.onCall.length]
  }

  it('is closed until the next open day, with the same people on call', () => {
    expect(readSituation('2026-11-26T16:00:00Z')).toEqual([false, '2026-11-27T14:00:00.000Z', 'Thanksgiving Day', 1])
    // After closing time on the day before, the next opening skips the holiday.
    expect(readSituation('2026-11-25T23:30:00Z')).toEqual([false, '2026-11-27T14:00:00.000Z', undefined, 1])
  })

  it('starts and ends at midnight of the company’s time zone', () => {
    expect(readSituation('2026-11-26T05:59:00Z')[2]).toBeUndefined()
    expect(readSituation('2026-11-26T06:00:00Z')[2]).toBe('Thanksgiving Day')
    expect(readSituation('2026-11-26T06:00:00Z', undefined, 'America/Los_Angeles')[2]).toBeUndefined()
    expect(readSituation('2026-11-27T05:59:00Z')[2]).toBe('Thanksgiving Day')
  })

  it('finds the next opening after months, also when daylight saving time starts', () => {
    const closedDays = [buildEntry('2026-12-24', '2027-03-14')]
    // Monday, March 15, 8 AM CDT; closing on December 23 was in CST.
    expect(readSituation('2026-12-24T16:00:00Z', buildSchedule(HOURS, { closedDays }))[1]).toBe(
      '2027-03-15T13:00:00.000Z',
    )
  })

  it('has different hours on such a day', () => {
    const entry = buildEntry('2026-11-28', '2026-11-28', { kind: 'hours', hours: { from: '09:00', to: '12:00' } })
    const schedule = buildSchedule(HOURS, { closedDays: [entry] })
    expect(readSituation('2026-11-28T16:00:00Z', schedule)).toEqual([true, '2026-11-28T18:00:00.000Z', undefined, 1])
  })

  it('has no next opening if no hours are set', () => {
    expect(readSituation('2026-11-26T16:00:00Z', buildSchedule())[1]).toBeUndefined()
  })
})
