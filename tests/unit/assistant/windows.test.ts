import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type VisitWindow, windowsToOffer } from '../../../lib/assistant/windows.ts'
import { URGENCY_NAMES } from '../../../lib/leads/lead.ts'
import { WEEKDAYS, type OpeningHours } from '../../../lib/settings/opening-hours.ts'
import { dayKey, timeKey, weekOf } from '../../../lib/time/zone.ts'

const HOUR = 3_600_000
const DAILY = Object.fromEntries(WEEKDAYS.map((day) => [day, { from: '08:00', to: '12:00' }])) as OpeningHours

const keys = (windows: VisitWindow[], zone: string) =>
  windows.map(({ startsAt, endsAt }) => `${dayKey(startsAt, zone)} ${timeKey(startsAt, zone)}-${timeKey(endsAt, zone)}`)

const time = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
const hours = fc.dictionary(
  fc.constantFrom(...WEEKDAYS),
  fc
    .tuple(time, time)
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ from, to })),
) as fc.Arbitrary<OpeningHours>
const zone = fc.constantFrom(
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'UTC',
  'Australia/Lord_Howe',
)
/** In two years with their changes of the clock. */
const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }).map((at) => new Date(at))

describe('the windows that a caller is offered', () => {
  it('are soonest by urgency', () => {
    // Monday, 7 AM in Chicago.
    const at = new Date('2026-03-02T13:00:00Z')
    const settings = { hours: DAILY, timeZone: 'America/Chicago' }
    const offered = (urgency: (typeof URGENCY_NAMES)[number]) =>
      keys(windowsToOffer({ settings, urgency, at, taken: [] }), 'America/Chicago')[0]
    expect(URGENCY_NAMES.map(offered)).toEqual([
      '2026-03-02 08:00-10:00',
      '2026-03-02 08:00-10:00',
      '2026-03-03 08:00-10:00',
      '2026-03-05 08:00-10:00',
    ])
  })

  it('leave out what is taken, also where it only touches a part', () => {
    const at = new Date('2026-03-02T13:00:00Z')
    const settings = { hours: DAILY, timeZone: 'America/Chicago' }
    const taken = [{ startsAt: new Date('2026-03-02T15:59:00Z'), endsAt: new Date('2026-03-02T16:30:00Z') }]
    expect(keys(windowsToOffer({ settings, urgency: 'today', at, taken }), 'America/Chicago')).toEqual([
      '2026-03-03 08:00-10:00',
      '2026-03-03 10:00-12:00',
      '2026-03-04 08:00-10:00',
    ])
  })

  it('are two hours also on the days on which clocks change', () => {
    const night = Object.fromEntries(WEEKDAYS.map((day) => [day, { from: '00:00', to: '06:00' }])) as OpeningHours
    const settings = { hours: night, timeZone: 'America/Chicago' }
    const on = (day: string) =>
      keys(
        windowsToOffer({ settings, urgency: 'today', at: new Date(`${day}T05:30:00Z`), taken: [] }),
        'America/Chicago',
      ).filter((key) => key.startsWith(day))
    expect(on('2026-03-08')).toEqual(['2026-03-08 00:00-03:00', '2026-03-08 03:00-05:00'])
    expect(
      keys(
        windowsToOffer({ settings, urgency: 'today', at: new Date('2026-11-01T04:30:00Z'), taken: [] }),
        'America/Chicago',
      ),
    ).toEqual(['2026-11-01 00:00-01:00', '2026-11-01 01:00-03:00', '2026-11-01 03:00-05:00'])
  })

  it('begin an hour later where the opening is skipped, because clocks are put forward over it', () => {
    const settings = { hours: { sun: { from: '02:30', to: '06:00' } }, timeZone: 'America/Chicago' }
    const at = new Date('2026-03-08T05:30:00Z')
    const offered = keys(windowsToOffer({ settings, urgency: 'today', at, taken: [] }), 'America/Chicago')
    expect(offered).toEqual(['2026-03-08 03:30-05:30', '2026-03-15 02:30-04:30'])
  })

  it('are none without hours', () => {
    expect(
      windowsToOffer({ settings: { hours: {}, timeZone: 'UTC' }, urgency: 'now', at: new Date(), taken: [] }),
    ).toEqual([])
  })

  it('are always ahead, two hours long, within the hours of their day, in order, and free', () => {
    fc.assert(
      fc.property(
        hours,
        zone,
        moment,
        fc.constantFrom(...URGENCY_NAMES),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 1, max: 8 })), { maxLength: 12 }),
        (open, timeZone, at, urgency, busy) => {
          const taken = busy.map(([from, length]) => {
            const startsAt = new Date(at.getTime() + from * HOUR)
            return { startsAt, endsAt: new Date(startsAt.getTime() + length * HOUR) }
          })
          const windows = windowsToOffer({ settings: { hours: open, timeZone }, urgency, at, taken })
          windows.forEach(({ startsAt, endsAt }, index) => {
            expect(startsAt.getTime()).toBeGreaterThan(at.getTime())
            expect(endsAt.getTime() - startsAt.getTime()).toBe(2 * HOUR)
            const day = dayKey(startsAt, timeZone)
            const ofDay = open[WEEKDAYS[weekOf(day).indexOf(day)] ?? 'mon']
            expect(dayKey(endsAt, timeZone)).toBe(day)
            expect(timeKey(startsAt, timeZone) >= (ofDay?.from ?? '25')).toBe(true)
            // A closing time that is skipped is an hour later.
            const skipped = ofDay && `${String(Number(ofDay.to.slice(0, 2)) + 1).padStart(2, '0')}${ofDay.to.slice(2)}`
            expect(timeKey(endsAt, timeZone) <= (ofDay?.to ?? '') || timeKey(endsAt, timeZone) <= (skipped ?? '')).toBe(
              true,
            )
            expect(taken.some((other) => other.startsAt < endsAt && other.endsAt > startsAt)).toBe(false)
            const before = windows[index - 1]
            expect(!before || before.endsAt <= startsAt).toBe(true)
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})
