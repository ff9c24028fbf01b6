import { describe, expect, it } from 'vitest'
import {
  callDay,
  durationInWords,
  languageName,
  outcomeTone,
  reasonOf,
} from '../../../components/dashboard/calls/call-words.ts'
import { CALL_OUTCOME_NAMES } from '../../../lib/calls/call.ts'
import { formatDuration } from '../../../lib/time/duration.ts'

describe('the words of a call', () => {
  it.each([
    [0, '0:00', '0 sec'],
    [7, '0:07', '7 sec'],
    [83, '1:23', '1 min 23 sec'],
    [600, '10:00', '10 min'],
    [3_723, '1:02:03', '62 min 3 sec'],
  ])('say how long %s seconds are', (seconds, clock, words) => {
    expect(formatDuration(seconds)).toBe(clock)
    expect(durationInWords(seconds)).toBe(words)
  })

  it('say the reason, but repair, of which most are', () => {
    expect((['reschedule', 'status', 'repair', null] as const).map((intent) => reasonOf({ intent }))).toEqual([
      'Reschedule',
      'Visit status',
      undefined,
      undefined,
    ])
  })

  it('show a visit that was booked, moved or canceled on the phone as handled', () => {
    const handled = CALL_OUTCOME_NAMES.filter((outcome) => outcomeTone({ outcome }) === 'accent')
    expect(handled).toEqual(['booked', 'rescheduled', 'canceled'])
  })

  it('say the language, but English, of which most are', () => {
    expect(['es', 'es-MX', 'en', 'en-US'].map(languageName)).toEqual([
      'Spanish',
      'Mexican Spanish',
      undefined,
      undefined,
    ])
  })

  it('say the year of a day where it is another one, in the zone of the business', () => {
    const newYear = '2027-01-01T03:00:00Z'
    expect(callDay(newYear, '2026-12-31', 'America/Chicago')).toBe('Thu, Dec 31')
    expect(callDay(newYear, '2027-01-01', 'America/Chicago')).toBe('Dec 31, 2026')
    expect(callDay(newYear, '2027-01-01', 'UTC')).toBe('Fri, Jan 1')
  })
})
