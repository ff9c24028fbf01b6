import { describe, expect, it } from 'vitest'
import { callTime, morningSentence, nightTimes } from '../../../components/dashboard/today/today-words.ts'
import type { Today } from '../../../lib/today/today.ts'

const today = (night: Partial<Today['night']>, now = '2026-03-04T15:00:00.000Z'): Today => ({
  timeZone: 'America/Chicago',
  now,
  night: {
    from: '2026-03-03T23:00:00.000Z',
    to: '2026-03-04T14:00:00.000Z',
    closedOn: '2026-03-03',
    answered: 0,
    booked: 0,
    missed: 0,
    needYou: 0,
    ...night,
  },
  waiting: [],
  waitingCount: 0,
  calls: [],
  steps: { forwarded: true, hoursAndArea: true, onCall: true, testCall: false, firstCall: true },
  forwardingNumber: null,
})

describe('the sentence of the morning', () => {
  it.each([
    [{ answered: 6, booked: 3, needYou: 1 }, 'Last night: 6 answered, 3 booked, 1 needs you'],
    [{ answered: 6, booked: 3, needYou: 2 }, 'Last night: 6 answered, 3 booked, 2 need you'],
    [{ answered: 4, booked: 4 }, 'Last night: 4 answered, 4 booked'],
    [{ answered: 4, booked: 0, missed: 2 }, 'Last night: 4 answered, 0 booked, 2 missed'],
    [{}, 'Last night: nobody called'],
  ])('%o', (night, expected) => {
    expect(morningSentence(today(night))).toBe(expected)
  })

  it('names the day when the company closed before yesterday', () => {
    const monday = today(
      { answered: 1, closedOn: '2026-02-28', from: '2026-02-28T19:00:00.000Z' },
      '2026-03-02T15:00:00.000Z',
    )
    expect(morningSentence(monday)).toBe('Since Saturday: 1 answered, 0 booked')
  })

  it('says from when to when it counts', () => {
    expect(nightTimes(today({}))).toBe('Tue, Mar 3, 5:00 PM until 8:00 AM')
    expect(nightTimes(today({ to: '2026-03-04T15:00:00.000Z' }))).toBe('Tue, Mar 3, 5:00 PM until now')
  })
})

describe('the time of a call', () => {
  it('has the day only when that is another one', () => {
    expect(callTime('2026-03-04T08:14:00.000Z', today({}))).toBe('2:14 AM')
    expect(callTime('2026-03-04T04:14:00.000Z', today({}))).toBe('Tue 10:14 PM')
  })
})
