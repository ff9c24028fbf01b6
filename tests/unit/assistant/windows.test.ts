import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type VisitWindow, selectWindows } from '../../../lib/dashboard/assistant/windows.ts'
import { type Urgency, URGENCY_NAMES } from '../../../lib/dashboard/model/lead.ts'
import { WEEKDAYS, type OpeningHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { buildSchedule } from '../../support/schedule.ts'
import { toDayKey, toTimeKey, listWeekDays } from '../../../lib/platform/time/zone.ts'

const HOUR_MS = 3_600_000
const CHICAGO = 'America/Chicago'
const buildDailyHours = (from: string, to: string) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, { from, to }])) as OpeningHours

function listOfferedWindows(
  hours: OpeningHours,
  at: string,
  urgency: Urgency = 'today',
  busyWindows: VisitWindow[] = [],
) {
  const windows = selectWindows({
    settings: { ...buildSchedule(hours), timeZone: CHICAGO },
    urgency,
    at: new Date(at),
    busyWindows,
  })
  const formatTime = (moment: Date) => toTimeKey(moment, CHICAGO)
  return windows.map(
    ({ startsAt, endsAt }) => `${toDayKey(startsAt, CHICAGO)} ${formatTime(startsAt)}-${formatTime(endsAt)}`,
  )
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0')
const time = fc
  .integer({ min: 0, max: 95 })
  .map((part) => `${padTwoDigits(Math.floor(part / 4))}:${padTwoDigits((part % 4) * 15)}`)
const span = fc.record({ from: time, to: time }).filter(({ from, to }) => from < to)
const hours = fc.dictionary(fc.constantFrom(...WEEKDAYS), span) as fc.Arbitrary<OpeningHours>
const zone = fc.constantFrom(
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'UTC',
  'Australia/Lord_Howe',
)
/** Any time within two years, which include several changes to and from daylight saving time. */
const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }).map((at) => new Date(at))

describe('offered windows', () => {
  it('start sooner for higher urgencies', () => {
    const hours = buildDailyHours('08:00', '12:00')
    expect(URGENCY_NAMES.map((urgency) => listOfferedWindows(hours, '2026-03-02T13:00:00Z', urgency)[0])).toEqual([
      '2026-03-02 08:00-10:00',
      '2026-03-02 08:00-10:00',
      '2026-03-03 08:00-10:00',
      '2026-03-05 08:00-10:00',
    ])
  })

  it('exclude windows that overlap an existing visit, even partly', () => {
    const busyWindows = [{ startsAt: new Date('2026-03-02T15:59:00Z'), endsAt: new Date('2026-03-02T16:30:00Z') }]
    expect(listOfferedWindows(buildDailyHours('08:00', '12:00'), '2026-03-02T13:00:00Z', 'today', busyWindows)).toEqual(
      ['2026-03-03 08:00-10:00', '2026-03-03 10:00-12:00', '2026-03-04 08:00-10:00'],
    )
  })

  it('last two hours on days when daylight saving time starts or ends', () => {
    const nightHours = buildDailyHours('00:00', '06:00')
    const springWindows = listOfferedWindows(nightHours, '2026-03-08T05:30:00Z').filter((key) =>
      key.startsWith('2026-03-08'),
    )
    expect(springWindows).toEqual(['2026-03-08 00:00-03:00', '2026-03-08 03:00-05:00'])
    const fallWindows = listOfferedWindows(nightHours, '2026-11-01T04:30:00Z')
    expect(fallWindows).toEqual(['2026-11-01 00:00-01:00', '2026-11-01 01:00-03:00', '2026-11-01 03:00-05:00'])
  })

  it('start an hour later if daylight saving time skips the opening time', () => {
    const windows = listOfferedWindows({ sun: { from: '02:30', to: '06:00' } }, '2026-03-08T05:30:00Z')
    expect(windows).toEqual(['2026-03-08 03:30-05:30', '2026-03-15 02:30-04:30'])
  })

  it('are empty if business hours are not set', () => {
    expect(listOfferedWindows({}, new Date().toISOString(), 'now')).toEqual([])
  })

  it('are in the future, two hours long, within business hours, sorted and free', () => {
    fc.assert(
      fc.property(
        hours,
        zone,
        moment,
        fc.constantFrom(...URGENCY_NAMES),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 1, max: 8 })), { maxLength: 12 }),
        (open, timeZone, at, urgency, busy) => {
          const busyWindows = busy.map(([from, length]) => {
            const startsAt = new Date(at.getTime() + from * HOUR_MS)
            return { startsAt, endsAt: new Date(startsAt.getTime() + length * HOUR_MS) }
          })
          const windows = selectWindows({ settings: { ...buildSchedule(open), timeZone }, urgency, at, busyWindows })
          windows.forEach(({ startsAt, endsAt }, index) => {
            expect(startsAt.getTime()).toBeGreaterThan(at.getTime())
            expect(endsAt.getTime() - startsAt.getTime()).toBe(2 * HOUR_MS)
            const day = toDayKey(startsAt, timeZone)
            const dayHours = open[WEEKDAYS[listWeekDays(day).indexOf(day)] ?? 'mon']
            expect(toDayKey(endsAt, timeZone)).toBe(day)
            expect(toTimeKey(startsAt, timeZone) >= (dayHours?.from ?? '25')).toBe(true)
            // If the closing time falls into the hour that daylight saving time skips, it moves one hour later.
            const skipped = dayHours && `${padTwoDigits(Number(dayHours.to.slice(0, 2)) + 1)}${dayHours.to.slice(2)}`
            const end = toTimeKey(endsAt, timeZone)
            expect(end <= (dayHours?.to ?? '') || end <= (skipped ?? '')).toBe(true)
            expect(busyWindows.some((busyWindow) => busyWindow.startsAt < endsAt && busyWindow.endsAt > startsAt)).toBe(
              false,
            )
            const previous = windows[index - 1]
            expect(!previous || previous.endsAt <= startsAt).toBe(true)
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})
