import { describe, expect, it } from 'vitest'
import type { AppointmentRecord } from '../../../lib/dashboard/appointments/record.ts'
import {
  buildDayBlocks,
  findDoubleBookedIds,
  countExtraHours,
  computeHourHeight,
  findOpenMinutes,
  findVisibleHours,
} from '../../../lib/dashboard/appointments/week-layout.ts'
import { listWeekDays } from '../../../lib/platform/time/zone.ts'
import { calendarQuery, toCalendarParams } from '../../../lib/dashboard/appointments/calendar.ts'
import { groupByTechnician } from '../../../lib/dashboard/appointments/day-layout.ts'
import { buildSchedule } from '../../support/schedule.ts'

describe('week calendar', () => {
  const NEW_YORK = 'America/New_York'
  const buildVisit = (
    startsAt: string,
    endsAt: string,
    overrides: Partial<AppointmentRecord> = {},
  ): AppointmentRecord => ({
    id: `${startsAt} ${endsAt} ${overrides.technician ?? ''}`,
    leadId: null,
    callId: null,
    customer: 'Dana Example',
    phone: null,
    address: null,
    job: 'No heat',
    technician: null,
    state: 'confirmed',
    reason: null,
    isTest: false,
    version: 1,
    createdAt: startsAt,
    updatedAt: startsAt,
    ...overrides,
    startsAt,
    endsAt,
  })
  const layOutDay = (visits: AppointmentRecord[], day: string) =>
    buildDayBlocks(visits, day, NEW_YORK).map(
      ({ from, to, lane, lanes }) => `${from / 60}-${to / 60} ${lane + 1}/${lanes}`,
    )

  it.each([
    ['2026-03-08', -1, [-5, -5, -5, -5, -5, -5, -4]],
    ['2026-11-01', 1, [-4, -4, -4, -4, -4, -4, -5]],
    ['2026-05-04', 0, [-4, -4, -4, -4, -4, -4, -4]],
  ])('places visits at their local time on every day of the week of %s', (day, extra, offsets) => {
    const week = listWeekDays(day)
    const hours = [0, 5, 8, 12, 20]
    for (const [position, key] of week.entries()) {
      const offset = offsets[position] ?? 0
      // Daylight saving time starts and ends at night, so the first hour of that Sunday still has the previous day's
      // offset.
      const toInstant = (hour: number) => {
        const hourOffset = hour === 0 ? (offsets[position - 1] ?? offset) : offset
        return new Date(Date.parse(`${key}T00:00Z`) + (hour - hourOffset) * 3_600_000)
      }
      const end = (hour: number) => new Date(toInstant(hour).getTime() + 3_600_000)
      const visits = hours.map((hour) => buildVisit(toInstant(hour).toISOString(), end(hour).toISOString()))
      expect(layOutDay(visits, key)).toEqual(hours.map((hour) => `${hour}-${hour + 1} 1/1`))
    }
    expect(week.map((key) => countExtraHours(key, NEW_YORK)).filter((hours) => hours !== 0)).toEqual(
      extra ? [extra] : [],
    )
  })

  it('extends a visit across the hour that daylight saving time skips to its local end time', () => {
    const nightVisit = buildVisit('2026-03-08T06:00:00.000Z', '2026-03-08T08:00:00.000Z')
    expect(layOutDay([nightVisit], '2026-03-08')).toEqual(['1-4 1/1'])
  })

  it('keeps a visit visible if it is within the hour that daylight saving time repeats', () => {
    const nightVisit = buildVisit('2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z')
    expect(layOutDay([nightVisit], '2026-11-01')).toEqual(['1.5-2 1/1'])
  })

  it('splits a visit that spans midnight between both days', () => {
    const nightVisit = buildVisit('2026-05-05T02:00:00.000Z', '2026-05-05T06:00:00.000Z')
    expect(layOutDay([nightVisit], '2026-05-04')).toEqual(['22-24 1/1'])
    expect(layOutDay([nightVisit], '2026-05-05')).toEqual(['0-2 1/1'])
    expect(layOutDay([nightVisit], '2026-05-06')).toEqual([])
  })

  it('does not repeat a visit on the next day if it ends at midnight', () => {
    const evening = buildVisit('2026-05-05T02:00:00.000Z', '2026-05-05T04:00:00.000Z')
    expect(layOutDay([evening], '2026-05-04')).toEqual(['22-24 1/1'])
    expect(layOutDay([evening], '2026-05-05')).toEqual([])
  })

  it('places overlapping visits side by side and other visits at full width', () => {
    const visits = [
      buildVisit('2026-05-04T12:00:00.000Z', '2026-05-04T14:00:00.000Z'),
      buildVisit('2026-05-04T13:00:00.000Z', '2026-05-04T15:00:00.000Z'),
      buildVisit('2026-05-04T14:00:00.000Z', '2026-05-04T16:00:00.000Z'),
      buildVisit('2026-05-04T16:00:00.000Z', '2026-05-04T17:00:00.000Z'),
    ]
    const blocks = ['8-10 1/2', '9-11 2/2', '10-12 1/2', '12-13 1/1']
    expect(layOutDay(visits.toReversed(), '2026-05-04')).toEqual(blocks)
  })

  it('groups visits with the same window and sorts canceled ones last', () => {
    const window = ['2026-05-04T12:00:00.000Z', '2026-05-04T14:00:00.000Z'] as const
    const visits = [
      buildVisit(...window, { technician: 'Alex', state: 'cancelled' }),
      buildVisit(...window, { technician: 'Sam' }),
      buildVisit(...window, { technician: 'Kim' }),
    ]
    const [block, ...otherBlocks] = buildDayBlocks(visits, '2026-05-04', NEW_YORK)
    expect(otherBlocks).toEqual([])
    expect(block).toMatchObject({ from: 480, to: 600, lane: 0, lanes: 1 })
    expect(block?.appointments.map(({ technician }) => technician)).toEqual(['Kim', 'Sam', 'Alex'])
  })

  it('makes hours tall enough for the fullest window', () => {
    const sizes = { minHourHeight: 3, heading: 1, visit: 1.5 }
    const baseVisit = buildVisit('2026-05-04T12:00:00.000Z', '2026-05-04T13:00:00.000Z')
    const computeHeight = (count: number) => {
      const visits = Array.from({ length: count }, () => baseVisit)
      return computeHourHeight(buildDayBlocks(visits, '2026-05-04', NEW_YORK), sizes)
    }
    expect([0, 1, 2, 5].map(computeHeight)).toEqual([3, 3, 4, 8.5])
  })

  it('detects technicians with overlapping visits', () => {
    const sam = { technician: 'Sam' }
    const first = buildVisit('2026-05-04T12:00:00.000Z', '2026-05-04T14:00:00.000Z', sam)
    const second = buildVisit('2026-05-04T13:00:00.000Z', '2026-05-04T15:00:00.000Z', sam)
    const next = buildVisit('2026-05-04T15:00:00.000Z', '2026-05-04T16:00:00.000Z', sam)
    const otherVisit = buildVisit('2026-05-04T13:00:00.000Z', '2026-05-04T15:00:00.000Z', { technician: 'Alex' })
    const unassigned = [buildVisit(first.startsAt, first.endsAt), buildVisit(first.startsAt, second.endsAt)]
    expect([...findDoubleBookedIds([first, second, next, otherVisit, ...unassigned])].toSorted()).toEqual([
      first.id,
      second.id,
    ])
    for (const state of ['cancelled', 'done'] as const)
      expect([...findDoubleBookedIds([first, { ...second, state }])]).toEqual([])
  })

  it('shows the default hours, the business hours and the hours with visits', () => {
    const blocks = buildDayBlocks(
      [buildVisit('2026-05-04T09:30:00.000Z', '2026-05-04T10:30:00.000Z')],
      '2026-05-04',
      NEW_YORK,
    )
    const schedule = buildSchedule({ mon: { from: '06:30', to: '19:15' } })
    expect(findVisibleHours([], buildSchedule(), [])).toEqual({ from: 7, to: 18 })
    expect(findVisibleHours([], schedule, [])).toEqual({ from: 6, to: 20 })
    expect(findVisibleHours(blocks, buildSchedule(), [])).toEqual({ from: 5, to: 18 })
    expect(findOpenMinutes('2026-05-04', schedule)).toEqual({ from: 390, to: 1155 })
    expect(findOpenMinutes('2026-05-05', schedule)).toBeNull()
    const hours = { from: '05:00', to: '20:00' }
    const closedDays = [{ from: '2026-05-05', to: '2026-05-05', kind: 'hours' as const, hours, name: '' }]
    const early = buildSchedule({}, { closedDays, closedOnHolidays: true })
    expect(findVisibleHours([], early, ['2026-05-04', '2026-05-05'])).toEqual({ from: 5, to: 20 })
    expect(findVisibleHours([], early, ['2026-05-04'])).toEqual({ from: 7, to: 18 })
    expect(findOpenMinutes('2026-05-25', { ...schedule, closedOnHolidays: true })).toBeNull()
  })
})

describe('day view by technician', () => {
  const buildVisit = (id: string, technician: string | null) => ({ id, technician }) as AppointmentRecord

  it('has a column for each known or assigned technician and one for unassigned visits', () => {
    const visits = [buildVisit('1', 'Sam'), buildVisit('2', null), buildVisit('3', 'Ada'), buildVisit('4', 'Sam')]
    const columns = groupByTechnician(visits, ['Zoe', 'Sam'])
    expect(columns.map(({ technician }) => technician)).toEqual(['Ada', 'Sam', 'Zoe', null])
    expect(columns.map(({ visits: columnVisits }) => columnVisits.map(({ id }) => id).join())).toEqual([
      '3',
      '1,4',
      '',
      '2',
    ])
  })

  it('requests the whole week, so the next day is already loaded', () => {
    const toParams = (address: object) => toCalendarParams(calendarQuery.parse(address))
    expect(toParams({ view: 'day', day: '2026-03-10' })).toEqual(toParams({ view: 'week', week: '2026-03-09' }))
    expect(toParams({ view: 'day', week: '2026-01-05' })).toEqual(toParams({ view: 'week' }))
  })
})
