import { describe, expect, it } from 'vitest'
import type { OpeningHours } from '../../../lib/settings/organization-settings.ts'
import { lastNight } from '../../../lib/today/night.ts'

const ZONE = 'America/Chicago'
const DAY = { from: '08:00', to: '17:00' }
const HOURS: OpeningHours = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY, sat: { from: '09:00', to: '13:00' } }

/** The night as clocks in Chicago show it. */
function night(now: string, hours = HOURS) {
  const { from, to, closedOn } = lastNight(hours, ZONE, new Date(now))
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })
  return [clock.format(from), clock.format(to), closedOn]
}

describe('the night that an owner reads about', () => {
  it.each([
    ['a weekday, after opening', '2026-03-04T15:00:00Z', ['2026-03-03 17:00', '2026-03-04 08:00', '2026-03-03']],
    ['a weekday, before opening', '2026-03-04T12:00:00Z', ['2026-03-03 17:00', '2026-03-04 06:00', '2026-03-03']],
    [
      'a weekday, in the middle of the night',
      '2026-03-04T08:00:00Z',
      ['2026-03-03 17:00', '2026-03-04 02:00', '2026-03-03'],
    ],
    ['a weekday, in the evening', '2026-03-05T02:00:00Z', ['2026-03-03 17:00', '2026-03-04 08:00', '2026-03-03']],
    ['Monday: since Saturday', '2026-03-02T14:30:00Z', ['2026-02-28 13:00', '2026-03-02 08:00', '2026-02-28']],
    [
      'Sunday, which is closed: until now',
      '2026-03-01T20:00:00Z',
      ['2026-02-28 13:00', '2026-03-01 14:00', '2026-02-28'],
    ],
    [
      'the night in which clocks go forward',
      '2026-03-09T14:00:00Z',
      ['2026-03-07 13:00', '2026-03-09 08:00', '2026-03-07'],
    ],
  ])('on %s', (_, now, expected) => {
    expect(night(now)).toEqual(expected)
  })

  it('is from five to eight for a company that has not said when it is open', () => {
    expect(night('2026-03-01T16:00:00Z', {})).toEqual(['2026-02-28 17:00', '2026-03-01 08:00', '2026-02-28'])
  })

  it('is an hour shorter when clocks go forward, and longer when they go back', () => {
    const hours = (now: string) => {
      const { from, to } = lastNight({}, ZONE, new Date(now))
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    expect([hours('2026-03-07T18:00:00Z'), hours('2026-03-08T18:00:00Z'), hours('2026-11-01T18:00:00Z')]).toEqual([
      15, 14, 16,
    ])
  })
})
