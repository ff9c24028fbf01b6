import { describe, expect, it } from 'vitest'
import {
  callTime,
  nightAddress,
  nightHeading,
  nightTimes,
  todaySentence,
  waitingAddress,
} from '../../../components/dashboard/today/today-words.ts'
import type { Today } from '../../../lib/today/today.ts'

const today = (night: Partial<Today['night']>, now = '2026-03-04T15:00:00.000Z'): Today => ({
  timeZone: 'America/Chicago',
  now,
  night: {
    from: '2026-03-03T23:00:00.000Z',
    to: now,
    closedOn: '2026-03-03',
    answered: 0,
    booked: 0,
    missed: 0,
    ...night,
  },
  waiting: [],
  waitingCount: 0,
  calls: [],
  steps: { forwarded: true, hoursAndArea: true, instructions: true, testCall: false, onCall: true, firstCall: true },
  line: null,
  trial: null,
  forwardingNumber: null,
})

describe('the headline of Today', () => {
  it.each([
    [{ answered: 6, booked: 3 }, 1, 'Since you closed yesterday: 6 answered, 3 booked. 1 call needs you'],
    [{ answered: 6, booked: 3 }, 21, 'Since you closed yesterday: 6 answered, 3 booked. 21 calls need you'],
    [{ answered: 4, booked: 4 }, 0, 'Since you closed yesterday: 4 answered, 4 booked'],
    [{ answered: 4, booked: 0, missed: 2 }, 0, 'Since you closed yesterday: 4 answered, 0 booked, 2 missed'],
    [{}, 0, 'Since you closed yesterday: nobody called'],
    [{}, 2, 'Since you closed yesterday: nobody called. 2 calls need you'],
    [{ answered: 1234, booked: 0 }, 0, 'Since you closed yesterday: 1,234 answered, 0 booked'],
  ])('%o, %i waiting', (night, waitingCount, expected) => {
    expect(todaySentence({ ...today(night), waitingCount })).toBe(expected)
  })

  it.each([
    ['in the evening, after it closed', '2026-03-04', 'Since you closed today: 1 answered, 0 booked'],
    ['when it closed before yesterday', '2026-02-28', 'Since you closed on Saturday: 1 answered, 0 booked'],
    ['when it is open once a week', '2026-02-25', 'Since you closed a week ago: 1 answered, 0 booked'],
    ['when it has not said its hours', null, 'In the last 24 hours: 1 answered, 0 booked'],
  ])('names the day on which the company closed %s', (_when, closedOn, expected) => {
    const from = `${closedOn ?? '2026-03-03'}T23:00:00.000Z`
    expect(todaySentence(today({ answered: 1, closedOn, from }))).toBe(expected)
  })

  it('says from when to when it counts', () => {
    expect(nightTimes(today({}))).toBe('Tue, Mar 3, 5:00 PM until now')
  })

  it('stands above a list that says the same number', () => {
    expect(nightHeading(today({ answered: 6, missed: 2 }))).toBe('8 calls since you closed')
    expect(nightHeading(today({ answered: 1 }))).toBe('1 call since you closed')
    expect(nightHeading(today({ answered: 1, closedOn: null }))).toBe('1 call in the last 24 hours')
  })

  it('leads to the list of exactly these calls, and to the one of those that wait', () => {
    expect(nightAddress(today({}))).toBe(
      '/dashboard/calls?from=2026-03-03T23%3A00%3A00.000Z&to=2026-03-04T15%3A00%3A00.000Z',
    )
    expect(waitingAddress()).toBe('/dashboard/calls?show=waiting')
  })
})

describe('the time of a call', () => {
  it('has the day only when that is another one', () => {
    expect(callTime('2026-03-04T08:14:00.000Z', today({}))).toBe('2:14 AM')
    expect(callTime('2026-03-04T04:14:00.000Z', today({}))).toBe('Tue 10:14 PM')
  })
})
