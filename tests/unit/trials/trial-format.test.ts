import { describe, expect, it } from 'vitest'
import { TRIAL_AFTER, TRIAL_OFFER, formatTrial } from '../../../components/dashboard/trials/trial-format.ts'
import type { TrialRecord } from '../../../lib/dashboard/trials/trial.ts'

const TIME_ZONE = 'America/Chicago'
const TRIAL: TrialRecord = {
  plan: 'night_line',
  chosenAt: '2026-03-01T15:00:00.000Z',
  startedAt: '2026-03-06T15:00:00.000Z',
  // The end of March 20 (midnight) in Chicago.
  endsAt: '2026-03-21T05:00:00.000Z',
}

describe('trial message', () => {
  it.each([
    [
      '2026-03-06T15:00:00Z',
      'Your free Night line trial runs through Friday, March 20, 2026: 14 days left after today.',
    ],
    ['2026-03-20T04:59:00Z', 'Your free Night line trial runs through Friday, March 20, 2026: 1 day left after today.'],
    ['2026-03-20T05:00:00Z', 'Your free Night line trial runs through Friday, March 20, 2026: today is the last day.'],
    ['2026-03-21T04:59:59Z', 'Your free Night line trial runs through Friday, March 20, 2026: today is the last day.'],
    ['2026-03-21T05:00:00Z', 'Your Night line trial ended on Friday, March 20, 2026.'],
  ])('at %s shows the end date in the business time zone', (now, expected) => {
    expect(formatTrial(TRIAL, now, TIME_ZONE)).toContain(expected)
  })

  it('states the trial length and that the trial is free before the line is live', () => {
    const sentence = formatTrial({ ...TRIAL, startedAt: null, endsAt: null }, TRIAL.chosenAt, TIME_ZONE)
    expect(sentence).toContain('The free two weeks start when your line goes live')
    expect(TRIAL_OFFER).toContain('ends automatically')
    expect(TRIAL_AFTER).toContain('Your data is kept')
  })
})
