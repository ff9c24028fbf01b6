import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSinceCloseHref,
  formatSinceCloseHeading,
  formatTodaySentence,
  buildWaitingHref,
} from '../../components/dashboard/today/today-format.ts'
import { CALL_OUTCOME_NAMES } from '../../lib/dashboard/model/call.ts'
import { buildBillableParams, readBillableCalls } from '../../lib/dashboard/calls/billable.ts'
import { callListState } from '../../lib/dashboard/calls/list-state.ts'
import { readCallList } from '../../lib/dashboard/calls/read-list.ts'
import { calls, organizationSettings } from '../support/tables.ts'
import { readSearchParams } from '../../lib/dashboard/query/search-params.ts'
import { type OpeningHours, WEEKDAYS } from '../../lib/dashboard/model/opening-hours.ts'
import { MAX_CALLS, readCallMetrics, readToday } from '../../lib/dashboard/today/read.ts'
import { RANGE_NAMES, RANGES, type Range, sumCounts } from '../../lib/dashboard/today/today.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'

/*
 * Compares all numbers with a model that computes only with local wall-clock times, without the database or the site's
 * date code.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const ON_CALL_PHONE = '+13125550190'

const ZONES = ['America/New_York', 'America/Phoenix', 'America/Anchorage', 'Pacific/Honolulu', 'America/St_Johns']

function createZoneClock(zone: string) {
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
  return (timestamp: number) => {
    const { weekday, year, month, day, hour, minute } = Object.fromEntries(
      parts.formatToParts(timestamp).map(({ type, value }) => [type, value]),
    )
    return { weekday: String(weekday).toLowerCase(), day: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
  }
}

/** Returns the last minute before `now` when the local time was closing time. */
function findLastClosing(hours: OpeningHours, zone: string, now: number): number {
  const clock = createZoneClock(zone)
  if (Object.keys(hours).length === 0) return now - DAY_MS
  for (
    let minuteStart = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    minuteStart > now - 9 * DAY_MS;
    minuteStart -= MINUTE_MS
  ) {
    const { weekday, time } = clock(minuteStart)
    if (hours[weekday as (typeof WEEKDAYS)[number]]?.to === time) return minuteStart
  }
  throw new Error('A company that has hours closes within a week')
}

const dayHoursArbitrary = fc
  .tuple(fc.integer({ min: 5, max: 11 }), fc.integer({ min: 12, max: 23 }), fc.constantFrom('00', '30'))
  .map(([from, to, half]) => ({ from: `${String(from).padStart(2, '0')}:00`, to: `${to}:${half}` }))

const openingHoursArbitrary: fc.Arbitrary<OpeningHours> = fc
  .tuple(fc.subarray([...WEEKDAYS]), fc.array(dayHoursArbitrary, { minLength: 7, maxLength: 7 }))
  .map(([days, hours]) =>
    Object.fromEntries(
      days.map((day) => [day, hours[WEEKDAYS.indexOf(day)] ?? { from: '08:00', to: '17:00' }] as const),
    ),
  )

const momentArbitrary = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-11-01', '2026-07-15', '2027-01-02'),
    fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }),
  )
  .map(([day, minutes]) => Date.parse(`${day}T12:00Z`) + minutes * MINUTE_MS)

/** Generates the start of a call as an offset from now, in milliseconds. */
const buildOffsetArbitrary = (weight: number, min: number, max: number) => ({
  weight,
  arbitrary: fc.record({ limit: fc.constant('now' as const), ms: fc.integer({ min, max }) }),
})
const atLimitArbitrary = fc.record({ limit: fc.constantFrom('now', 'closing', 'month'), ms: fc.constantFrom(-1, 0, 1) })
const placeArbitrary = fc.oneof(
  buildOffsetArbitrary(4, -3 * DAY_MS, 0),
  buildOffsetArbitrary(2, -70 * DAY_MS, 0),
  // Includes calls in the future, because another system's clock may run ahead.
  buildOffsetArbitrary(1, 0, 2 * DAY_MS),
  { weight: 2, arbitrary: atLimitArbitrary },
)

const callArbitrary = fc.record({
  place: placeArbitrary,
  outcome: fc.constantFrom(...CALL_OUTCOME_NAMES),
  duration: fc.constantFrom(0, 9, 10, 60, 400),
  callerPhone: fc.constantFrom(null, ON_CALL_PHONE, '+13125550101'),
  attention: fc.constantFrom('waits', 'done', null),
})

const situationArbitrary = fc.record({
  zone: fc.constantFrom(...ZONES),
  hours: openingHoursArbitrary,
  hasOnCall: fc.boolean(),
  now: momentArbitrary,
  calls: fc.array(callArbitrary, { maxLength: 90 }),
})

type Situation = typeof situationArbitrary extends fc.Arbitrary<infer Value> ? Value : never
type Clock = ReturnType<typeof createZoneClock>
type Row = { at: number; made: Situation['calls'][number] }

const parseNumbers = (text: string) =>
  [...text.matchAll(/(\d+)\s(\w+)/g)].map(([, number, word]) => [word, Number(number)])

describe('call counts of Today, the plan and their linked lists', () => {
  const database = setUpDatabase()
  const { within } = database

  const countListedCalls = async (organizationId: string, address: string, now: Date) => {
    const state = readSearchParams(callListState, new URL(address, 'https://site.test').searchParams)
    return (await within(organizationId, (tx) => readCallList(tx, 'user_1', state, now))).total
  }

  const insertSituation = (organizationId: string, { zone, hours, hasOnCall }: Situation, rows: Row[]) =>
    within(organizationId, async ({ db }) => {
      const onCall = hasOnCall ? [{ name: 'Alex', phone: ON_CALL_PHONE, hours: null }] : []
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
    const check = async (situation: Situation) => {
      const organizationId = createOrganizationId()
      const { zone, hours, hasOnCall } = situation
      const clock = createZoneClock(zone)
      const now = new Date(situation.now)
      const closingTime = findLastClosing(hours, zone, situation.now)
      const month = clock(situation.now).day.slice(0, 7)
      let monthStart = situation.now
      while (clock(monthStart - MINUTE_MS).day.startsWith(month)) monthStart -= MINUTE_MS
      const limits = { now: situation.now, closing: closingTime, month: monthStart }
      const rows = situation.calls.map((call) => ({ at: limits[call.place.limit] + call.place.ms, made: call }))
      await insertSituation(organizationId, situation, rows)

      const isAnswered = ({ made: { outcome } }: Row) => outcome !== 'missed'
      const nightRows = rows.filter(({ at }) => at >= closingTime && at < situation.now)
      const waitingCount = rows.filter(({ made: { attention } }) => attention === 'waits').length
      const answeredCount = nightRows.filter(isAnswered).length
      const bookedCount = nightRows.filter(({ made: { outcome } }) => outcome === 'booked').length
      const missedCount = nightRows.length - answeredCount

      const today = await within(organizationId, (tx) => readToday(tx, now))
      expect(today.night).toMatchObject({
        from: new Date(closingTime).toISOString(),
        answered: answeredCount,
        booked: bookedCount,
        missed: missedCount,
      })
      expect(today.waitingCount).toBe(waitingCount)
      expect(parseNumbers(formatTodaySentence(today).replace('the last 24 hours', ''))).toEqual([
        ...Object.entries(nightRows.length > 0 ? { answered: answeredCount, booked: bookedCount } : {}),
        ...Object.entries(missedCount > 0 ? { missed: missedCount } : {}),
        ...(waitingCount > 0 ? [[waitingCount === 1 ? 'call' : 'calls', waitingCount]] : []),
      ])
      expect(Number.parseInt(formatSinceCloseHeading(today), 10)).toBe(nightRows.length)
      expect(today.calls).toHaveLength(Math.min(MAX_CALLS, nightRows.length))
      const emergencies = nightRows.filter(({ made: { outcome } }) => outcome === 'emergency').length
      expect(today.calls.findLastIndex(({ outcome }) => outcome === 'emergency')).toBe(
        Math.min(MAX_CALLS, emergencies) - 1,
      )
      expect(await countListedCalls(organizationId, buildSinceCloseHref(today), now)).toBe(nightRows.length)
      expect(await countListedCalls(organizationId, buildWaitingHref(), now)).toBe(waitingCount)
      const list = await within(organizationId, (tx) =>
        readCallList(tx, 'user_1', readSearchParams(callListState, {}), now),
      )
      expect([list.waiting, list.mine, list.total]).toEqual([waitingCount, 0, rows.length])

      for (const range of RANGE_NAMES) await checkMetrics(organizationId, range, rows, clock, now)

      const billableCount = rows.filter(
        ({ at, made: { outcome, duration, callerPhone } }) =>
          clock(at).day.startsWith(month) &&
          clock(at).day <= clock(situation.now).day &&
          outcome !== 'missed' &&
          duration >= 10 &&
          !(hasOnCall && callerPhone === ON_CALL_PHONE),
      ).length
      const billableCalls = await within(organizationId, (tx) => readBillableCalls(tx, now))
      expect(billableCalls.count).toBe(billableCount)
      expect(await countListedCalls(organizationId, buildBillableParams(billableCalls), now)).toBe(billableCount)
    }

    const checkMetrics = async (organizationId: string, range: Range, rows: Row[], clock: Clock, now: Date) => {
      const metrics = await within(organizationId, (tx) => readCallMetrics(tx, range, now))
      const [first = '', last = ''] = [metrics.days[0]?.day, metrics.days.at(-1)?.day]
      expect(last).toBe(clock(now.getTime()).day)
      expect(metrics.days).toHaveLength(RANGES[range])
      const rangeRows = rows.filter(({ at }) => clock(at).day >= first && clock(at).day <= last)
      const count = (outcome: string) => rangeRows.filter(({ made }) => made.outcome === outcome).length
      const missedCount = count('missed')
      expect(sumCounts(metrics.days)).toEqual({
        answered: rangeRows.length - missedCount,
        booked: count('booked'),
        missed: missedCount,
      })
      expect(await countListedCalls(organizationId, `?from=${first}&to=${last}`, now)).toBe(rangeRows.length)
    }

    await fc.assert(fc.asyncProperty(situationArbitrary, check), { numRuns: 30 })
  }, 120_000)
})
