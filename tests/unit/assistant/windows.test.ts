import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type VisitWindow, windowsToOffer } from '../../../lib/dashboard/assistant/windows.ts'
import { type Urgency, URGENCY_NAMES } from '../../../lib/dashboard/model/lead.ts'
import { WEEKDAYS, type OpeningHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { dayKey, timeKey, weekOf } from '../../../lib/platform/time/zone.ts'

const HOUR = 3_600_000
const CHICAGO = 'America/Chicago'
const daily = (from: string, to: string) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, { from, to }])) as OpeningHours

function offered(hours: OpeningHours, at: string, urgency: Urgency = 'today', taken: VisitWindow[] = []) {
  const windows = windowsToOffer({ settings: { hours, timeZone: CHICAGO }, urgency, at: new Date(at), taken })
  const time = (moment: Date) => timeKey(moment, CHICAGO)
  return windows.map(({ startsAt, endsAt }) => `${dayKey(startsAt, CHICAGO)} ${time(startsAt)}-${time(endsAt)}`)
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const time = fc
  .integer({ min: 0, max: 95 })
  .map((part) => `${twoDigits(Math.floor(part / 4))}:${twoDigits((part % 4) * 15)}`)
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
/** Any time within two years, which include several clock changes. */
const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }).map((at) => new Date(at))

describe('offered windows', () => {
  it('start sooner for higher urgencies', () => {
    const hours = daily('08:00', '12:00')
    expect(URGENCY_NAMES.map((urgency) => offered(hours, '2026-03-02T13:00:00Z', urgency)[0])).toEqual([
      '2026-03-02 08:00-10:00',
      '2026-03-02 08:00-10:00',
      '2026-03-03 08:00-10:00',
      '2026-03-05 08:00-10:00',
    ])
  })

  it('exclude windows that overlap an existing visit, even partly', () => {
    const taken = [{ startsAt: new Date('2026-03-02T15:59:00Z'), endsAt: new Date('2026-03-02T16:30:00Z') }]
    expect(offered(daily('08:00', '12:00'), '2026-03-02T13:00:00Z', 'today', taken)).toEqual([
      '2026-03-03 08:00-10:00',
      '2026-03-03 10:00-12:00',
      '2026-03-04 08:00-10:00',
    ])
  })

  it('last two hours on days with a clock change', () => {
    const night = daily('00:00', '06:00')
    const forward = offered(night, '2026-03-08T05:30:00Z').filter((key) => key.startsWith('2026-03-08'))
    expect(forward).toEqual(['2026-03-08 00:00-03:00', '2026-03-08 03:00-05:00'])
    const back = offered(night, '2026-11-01T04:30:00Z')
    expect(back).toEqual(['2026-11-01 00:00-01:00', '2026-11-01 01:00-03:00', '2026-11-01 03:00-05:00'])
  })

  it('start an hour later if opening time falls into the skipped hour', () => {
    const windows = offered({ sun: { from: '02:30', to: '06:00' } }, '2026-03-08T05:30:00Z')
    expect(windows).toEqual(['2026-03-08 03:30-05:30', '2026-03-15 02:30-04:30'])
  })

  it('are empty without business hours', () => {
    expect(offered({}, new Date().toISOString(), 'now')).toEqual([])
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
            // A closing time in the skipped hour moves one hour later.
            const skipped = ofDay && `${twoDigits(Number(ofDay.to.slice(0, 2)) + 1)}${ofDay.to.slice(2)}`
            const end = timeKey(endsAt, timeZone)
            expect(end <= (ofDay?.to ?? '') || end <= (skipped ?? '')).toBe(true)
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
