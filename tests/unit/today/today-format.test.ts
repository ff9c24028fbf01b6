import { describe, expect, it } from 'vitest'
import {
  formatCallTime,
  describeEmergencies,
  formatListHeading,
  buildSinceCloseHref,
  formatSinceCloseHeading,
  formatLastCloseTime,
  findOtherCalls,
  formatTodaySentence,
  buildWaitingHref,
} from '../../../components/dashboard/today/today-format.ts'
import type { Today } from '../../../lib/dashboard/today/today.ts'
import { buildTodayCall, buildToday } from '../../support/today-sample.ts'

const buildSampleToday = (night: Partial<Today['night']>, now = '2026-03-04T15:00:00.000Z'): Today =>
  buildToday(now, { night: { from: '2026-03-03T23:00:00.000Z', closedOn: '2026-03-03', ...night } })

const normalizeSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

describe('headline of Today', () => {
  it.each([
    [{ answered: 6, booked: 3 }, 1, 'Since you closed yesterday: 6 answered, 3 booked. 1 call needs attention'],
    [{ answered: 6, booked: 3 }, 21, 'Since you closed yesterday: 6 answered, 3 booked. 21 calls need attention'],
    [{ answered: 4, booked: 4 }, 0, 'Since you closed yesterday: 4 answered, 4 booked'],
    [{ answered: 4, booked: 0, missed: 2 }, 0, 'Since you closed yesterday: 4 answered, 0 booked, 2 missed'],
    [{}, 0, 'Since you closed yesterday: no calls'],
    [{}, 2, 'Since you closed yesterday: no calls. 2 calls need attention'],
    [{ answered: 1234, booked: 0 }, 0, 'Since you closed yesterday: 1,234 answered, 0 booked'],
  ])('is correct for %o and %i calls that need attention', (night, waitingCount, expected) => {
    expect(normalizeSpaces(formatTodaySentence({ ...buildSampleToday(night), waitingCount }))).toBe(expected)
  })

  it('keeps each number on the same line as its noun', () => {
    const sentence = formatTodaySentence({
      ...buildSampleToday({ answered: 6, booked: 3, missed: 1 }),
      waitingCount: 1,
    })
    expect(sentence.match(/\d\u00a0\w+/g)).toEqual(['6\u00a0answered', '3\u00a0booked', '1\u00a0missed', '1\u00a0call'])
  })

  it.each([
    ['in the evening, after closing', '2026-03-04', 'Since you closed today: 1 answered, 0 booked'],
    ['if closing was before yesterday', '2026-02-28', 'Since you closed on Saturday: 1 answered, 0 booked'],
    ['if the business opens once a week', '2026-02-25', 'Since you closed a week ago: 1 answered, 0 booked'],
    ['if no business hours are set', null, 'In the last 24 hours: 1 answered, 0 booked'],
  ])('names the closing day %s', (_when, closedOn, expected) => {
    const from = `${closedOn ?? '2026-03-03'}T23:00:00.000Z`
    expect(normalizeSpaces(formatTodaySentence(buildSampleToday({ answered: 1, closedOn, from })))).toBe(expected)
  })

  it('has a subtitle with the time range', () =>
    expect(formatLastCloseTime(buildSampleToday({}))).toBe('Since Tue, Mar 3, 5:00 PM'))

  it('matches the total of the list below', () => {
    expect(formatSinceCloseHeading(buildSampleToday({ answered: 6, missed: 2 }))).toBe('8 calls since you closed')
    expect(formatSinceCloseHeading(buildSampleToday({ answered: 1 }))).toBe('1 call since you closed')
    expect(formatSinceCloseHeading(buildSampleToday({ answered: 1, closedOn: null }))).toBe(
      '1 call in the last 24 hours',
    )
  })

  it('links to the calls since closing and to the calls that need attention', () => {
    expect(buildSinceCloseHref(buildSampleToday({}))).toBe(
      '/dashboard/calls?from=2026-03-03T23%3A00%3A00.000Z&to=2026-03-04T15%3A00%3A00.000Z',
    )
    expect(buildWaitingHref()).toBe('/dashboard/calls?show=waiting')
  })
})

describe('list of other calls', () => {
  const waitingCall = buildTodayCall({ attention: 'Call back' })
  const laterCalls = [2, 3].map((number) => buildTodayCall({ id: `00000000-0000-4000-8000-00000000000${number}` }))

  it('contains and counts only the calls that need no attention', () => {
    const todayData = {
      ...buildSampleToday({ answered: 3 }),
      waiting: [waitingCall],
      calls: [waitingCall, ...laterCalls],
    }
    expect(findOtherCalls(todayData)).toEqual(laterCalls)
    expect(formatListHeading(todayData)).toBe('2 other calls')
    expect(formatListHeading({ ...todayData, ...buildSampleToday({ answered: 2 }), waiting: [waitingCall] })).toBe(
      '1 other call',
    )
  })

  it('contains all calls since closing if none of them needs attention', () => {
    const earlierCall = { ...waitingCall, startedAt: '2026-03-01T03:41:00.000Z' }
    const todayData = { ...buildSampleToday({ answered: 2 }), waiting: [earlierCall], calls: laterCalls }
    expect(formatListHeading(todayData)).toBe('2 calls since you closed')
  })
})

describe('emergency summary', () => {
  const getName = (id: string) => ({ user_alex: 'Alex', user_sam: 'you' })[id]
  const alert = { id: 'alert', kind: 'urgent' as const, createdAt: '2026-03-04T03:42:00.000Z', told: [] }
  const buildEmergency = (takenById: string | null | undefined) => {
    const takenAt = takenById ? '2026-03-04T03:44:00.000Z' : null
    const alerts = takenById === undefined ? [] : [{ ...alert, takenAt, takenById }]
    return buildTodayCall({ outcome: 'emergency', alerts })
  }

  it.each([
    [[], undefined],
    [['user_alex'], '1 emergency, Alex took it'],
    [['user_sam'], '1 emergency, you took it'],
    [['user_gone'], '1 emergency'],
    [[undefined], '1 emergency'],
    [[null], '1 emergency, no one has taken it yet'],
    [['user_alex', 'user_alex'], '2 emergencies, Alex took them'],
    [['user_alex', 'user_sam'], '2 emergencies'],
    [['user_alex', undefined], '2 emergencies'],
    [['user_alex', null], '2 emergencies, 1 not taken yet'],
  ])('is correct for emergencies taken by %j', (takers, expected) =>
    expect(describeEmergencies({ calls: takers.map(buildEmergency) }, getName)).toBe(expected),
  )

  it('excludes test calls', () => {
    expect(describeEmergencies({ calls: [{ ...buildEmergency('user_alex'), isTest: true }] }, getName)).toBeUndefined()
  })
})

describe('call time', () => {
  it('includes the day only if it differs from today', () => {
    expect(formatCallTime('2026-03-04T08:14:00.000Z', buildSampleToday({}))).toBe('2:14 AM')
    expect(formatCallTime('2026-03-04T04:14:00.000Z', buildSampleToday({}))).toBe('Tue 10:14 PM')
  })
})
