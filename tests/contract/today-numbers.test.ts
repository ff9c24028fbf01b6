import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nightAddress,
  nightHeading,
  todaySentence,
  waitingAddress,
} from '../../components/dashboard/today/today-words.ts'
import { CALL_OUTCOME_NAMES } from '../../lib/dashboard/model/call.ts'
import { countedParams, readCountedCalls } from '../../lib/dashboard/calls/counted.ts'
import { callListState } from '../../lib/dashboard/calls/list-state.ts'
import { readCallList } from '../../lib/dashboard/calls/read-list.ts'
import { calls, organizationSettings } from '../support/tables.ts'
import { readAddress } from '../../lib/dashboard/query/address-state.ts'
import { type OpeningHours, WEEKDAYS } from '../../lib/dashboard/model/opening-hours.ts'
import { MOST_CALLS, readCallFigures, readToday } from '../../lib/dashboard/today/read.ts'
import { RANGE_NAMES, RANGES, type Range, totalOf } from '../../lib/dashboard/today/today.ts'
import { newOrganization, openedDatabase } from '../support/opened-database.ts'

/* Compares all numbers with a model that uses only local clock time, not the database or the site's date code. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const ON_CALL = '+13125550190'

const ZONES = ['America/New_York', 'America/Phoenix', 'America/Anchorage', 'Pacific/Honolulu', 'America/St_Johns']

function clockOf(zone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (at: number) => {
    const { weekday, year, month, day, hour, minute } = Object.fromEntries(
      parts.formatToParts(at).map(({ type, value }) => [type, value]),
    )
    return { weekday: String(weekday).toLowerCase(), day: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
  }
}

/** Returns the last minute before `now` at which the local clock shows closing time. */
function lastClosing(hours: OpeningHours, zone: string, now: number): number {
  const clock = clockOf(zone)
  if (Object.keys(hours).length === 0) return now - DAY
  for (let at = Math.floor(now / MINUTE) * MINUTE; at > now - 9 * DAY; at -= MINUTE) {
    const { weekday, time } = clock(at)
    if (hours[weekday as (typeof WEEKDAYS)[number]]?.to === time) return at
  }
  throw new Error('A company that has hours closes within a week')
}

const hoursOfDay = fc
  .tuple(fc.integer({ min: 5, max: 11 }), fc.integer({ min: 12, max: 23 }), fc.constantFrom('00', '30'))
  .map(([from, to, half]) => ({ from: `${String(from).padStart(2, '0')}:00`, to: `${to}:${half}` }))

const openingHours: fc.Arbitrary<OpeningHours> = fc
  .tuple(fc.subarray([...WEEKDAYS]), fc.array(hoursOfDay, { minLength: 7, maxLength: 7 }))
  .map(([days, hours]) =>
    Object.fromEntries(
      days.map((day) => [day, hours[WEEKDAYS.indexOf(day)] ?? { from: '08:00', to: '17:00' }] as const),
    ),
  )

const moment = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-11-01', '2026-07-15', '2027-01-02'),
    fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }),
  )
  .map(([day, minutes]) => Date.parse(`${day}T12:00Z`) + minutes * MINUTE)

/** Generates the start of a call as an offset from now, in milliseconds. */
const fromNow = (weight: number, min: number, max: number) => ({
  weight,
  arbitrary: fc.record({ limit: fc.constant('now' as const), ms: fc.integer({ min, max }) }),
})
const atLimit = fc.record({ limit: fc.constantFrom('now', 'closing', 'month'), ms: fc.constantFrom(-1, 0, 1) })
const place = fc.oneof(
  fromNow(4, -3 * DAY, 0),
  fromNow(2, -70 * DAY, 0),
  // Calls in the future, because the clock of another system may run ahead.
  fromNow(1, 0, 2 * DAY),
  { weight: 2, arbitrary: atLimit },
)

const madeCall = fc.record({
  place,
  outcome: fc.constantFrom(...CALL_OUTCOME_NAMES),
  duration: fc.constantFrom(0, 9, 10, 60, 400),
  callerPhone: fc.constantFrom(null, ON_CALL, '+13125550101'),
  attention: fc.constantFrom('waits', 'done', null),
})

const situation = fc.record({
  zone: fc.constantFrom(...ZONES),
  hours: openingHours,
  hasOnCall: fc.boolean(),
  now: moment,
  calls: fc.array(madeCall, { maxLength: 90 }),
})

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never
type Clock = ReturnType<typeof clockOf>
type Row = { at: number; made: Situation['calls'][number] }

const numbersIn = (text: string) =>
  [...text.matchAll(/(\d+)\s(\w+)/g)].map(([, number, word]) => [word, Number(number)])

describe('call counts of Today, the plan and their linked lists', () => {
  const opened = openedDatabase()
  const { within } = opened

  const listed = async (organizationId: string, address: string, now: Date) => {
    const state = readAddress(callListState, new URL(address, 'https://site.test').searchParams)
    return (await within(organizationId, (tx) => readCallList(tx, 'user_1', state, now))).total
  }

  const fill = (organizationId: string, { zone, hours, hasOnCall }: Situation, rows: Row[]) =>
    within(organizationId, async ({ db }) => {
      const onCall = hasOnCall ? [{ name: 'Alex', phone: ON_CALL, hours: null }] : []
      await db.insert(organizationSettings).values({ organizationId, timeZone: zone, hours, onCall })
      if (rows.length === 0) return
      await db.insert(calls).values(
        rows.map(({ at, made: { outcome, duration, callerPhone, attention } }) => ({
          organizationId,
          startedAt: new Date(at),
          outcome,
          duration,
          callerPhone,
          attention: attention && 'Look at it',
          attentionEndedAt: attention === 'done' ? new Date(at) : null,
        })),
      )
    })

  it('match a model for any hours, time zone, calls and time', async () => {
    const check = async (made: Situation) => {
      const organizationId = newOrganization()
      const { zone, hours, hasOnCall } = made
      const clock = clockOf(zone)
      const now = new Date(made.now)
      const closing = lastClosing(hours, zone, made.now)
      const month = clock(made.now).day.slice(0, 7)
      let monthBegins = made.now
      while (clock(monthBegins - MINUTE).day.startsWith(month)) monthBegins -= MINUTE
      const limits = { now: made.now, closing, month: monthBegins }
      const rows = made.calls.map((call) => ({ at: limits[call.place.limit] + call.place.ms, made: call }))
      await fill(organizationId, made, rows)

      const isAnswered = ({ made: { outcome } }: Row) => outcome !== 'missed'
      const night = rows.filter(({ at }) => at >= closing && at < made.now)
      const waiting = rows.filter(({ made: { attention } }) => attention === 'waits').length
      const answered = night.filter(isAnswered).length
      const booked = night.filter(({ made: { outcome } }) => outcome === 'booked').length
      const missed = night.length - answered

      const today = await within(organizationId, (tx) => readToday(tx, now))
      expect(today.night).toMatchObject({ from: new Date(closing).toISOString(), answered, booked, missed })
      expect(today.waitingCount).toBe(waiting)
      expect(numbersIn(todaySentence(today).replace('the last 24 hours', ''))).toEqual([
        ...Object.entries(night.length > 0 ? { answered, booked } : {}),
        ...Object.entries(missed > 0 ? { missed } : {}),
        ...(waiting > 0 ? [[waiting === 1 ? 'call' : 'calls', waiting]] : []),
      ])
      expect(Number.parseInt(nightHeading(today), 10)).toBe(night.length)
      expect(today.calls).toHaveLength(Math.min(MOST_CALLS, night.length))
      const emergencies = night.filter(({ made: { outcome } }) => outcome === 'emergency').length
      expect(today.calls.findLastIndex(({ outcome }) => outcome === 'emergency')).toBe(
        Math.min(MOST_CALLS, emergencies) - 1,
      )
      expect(await listed(organizationId, nightAddress(today), now)).toBe(night.length)
      expect(await listed(organizationId, waitingAddress(), now)).toBe(waiting)
      const list = await within(organizationId, (tx) => readCallList(tx, 'user_1', readAddress(callListState, {}), now))
      expect([list.waiting, list.mine, list.total]).toEqual([waiting, 0, rows.length])

      for (const range of RANGE_NAMES) await checkFigures(organizationId, range, rows, clock, now)

      const counted = rows.filter(
        ({ at, made: { outcome, duration, callerPhone } }) =>
          clock(at).day.startsWith(month) &&
          clock(at).day <= clock(made.now).day &&
          outcome !== 'missed' &&
          duration >= 10 &&
          !(hasOnCall && callerPhone === ON_CALL),
      ).length
      const ofPlan = await within(organizationId, (tx) => readCountedCalls(tx, now))
      expect(ofPlan.count).toBe(counted)
      expect(await listed(organizationId, countedParams(ofPlan), now)).toBe(counted)
    }

    const checkFigures = async (organizationId: string, range: Range, rows: Row[], clock: Clock, now: Date) => {
      const figures = await within(organizationId, (tx) => readCallFigures(tx, range, now))
      const [first = '', last = ''] = [figures.days[0]?.day, figures.days.at(-1)?.day]
      expect(last).toBe(clock(now.getTime()).day)
      expect(figures.days).toHaveLength(RANGES[range])
      const ofDays = rows.filter(({ at }) => clock(at).day >= first && clock(at).day <= last)
      const count = (outcome: string) => ofDays.filter(({ made }) => made.outcome === outcome).length
      const missed = count('missed')
      expect(totalOf(figures.days)).toEqual({ answered: ofDays.length - missed, booked: count('booked'), missed })
      expect(await listed(organizationId, `?from=${first}&to=${last}`, now)).toBe(ofDays.length)
    }

    await fc.assert(fc.asyncProperty(situation, check), { numRuns: 30 })
  }, 120_000)
})
