import { describe, expect, it } from 'vitest'
import { callDay, durationInWords } from '../../../components/dashboard/calls/call-words.ts'
import { formatDuration } from '../../../lib/time/duration.ts'

describe('the words of a call', () => {
  it.each([
    [0, '0:00', '0 s'],
    [7, '0:07', '7 s'],
    [83, '1:23', '1 min 23 s'],
    [600, '10:00', '10 min 0 s'],
    [3_723, '1:02:03', '62 min 3 s'],
  ])('say how long %s seconds are', (seconds, clock, words) => {
    expect(formatDuration(seconds)).toBe(clock)
    expect(durationInWords(seconds)).toBe(words)
  })

  it('say the year of a day where it is another one, in the zone of the business', () => {
    const newYear = '2027-01-01T03:00:00Z'
    expect(callDay(newYear, '2026-12-31', 'America/Chicago')).toBe('Thu, Dec 31')
    expect(callDay(newYear, '2027-01-01', 'America/Chicago')).toBe('Dec 31, 2026')
    expect(callDay(newYear, '2027-01-01', 'UTC')).toBe('Fri, Jan 1')
  })
})
