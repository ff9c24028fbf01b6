import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calendarQuery, type CalendarQuery, calendarResponse } from '../../../lib/dashboard/appointments/calendar.ts'
import { callList } from '../../../lib/dashboard/calls/list-state.ts'
import { callDetail } from '../../../lib/dashboard/model/call-record.ts'
import { findDemoHref, DEMO_SCREENS } from '../../../lib/dashboard/demo/addresses.ts'
import { buildCallsResponse, buildMetricsResponse, buildTodayResponse } from '../../../lib/dashboard/demo/responses.ts'
import { CALL_NAMES, getCall, RECORDED_CALL } from '../../../lib/dashboard/demo/calls.ts'
import {
  COMPANY,
  OPENING_HOURS,
  NOW,
  PEOPLE,
  TECHNICIANS,
  TODAY,
  TIME_ZONE,
} from '../../../lib/dashboard/demo/company.ts'
import { LEAD_NAMES, getLead } from '../../../lib/dashboard/demo/leads.ts'
import { RECORDING } from '../../../lib/dashboard/demo/recording.ts'
import { buildCalendarResponse, WEEKS } from '../../../lib/dashboard/demo/visits.ts'
import { leadPage, leadsPage } from '../../../lib/dashboard/leads/record.ts'
import { readSearchParams } from '../../../lib/dashboard/query/search-params.ts'
import { findPeriodSinceClose } from '../../../lib/dashboard/today/since-close.ts'
import { callMetrics, today, sumCounts } from '../../../lib/dashboard/today/today.ts'
import { hashTranscript } from '../../../sanity/seed/recordings.ts'
import { buildSchedule } from '../../support/schedule.ts'

/** Response schemas by the start of the query name. */
const SCHEMAS: [name: RegExp, schema: z.ZodType][] = [
  [/^today$/, today],
  [/^figures$/, callMetrics],
  [/^calls$/, callList],
  [/^calls\//, callDetail],
  [/^leads$/, leadsPage],
  [/^leads\//, leadPage],
  [/^appointments$/, calendarResponse],
]

const CALLS = CALL_NAMES.map(getCall)
const LEADS = LEAD_NAMES.map(getLead)

const listVisits = (address: Partial<CalendarQuery>) =>
  buildCalendarResponse({ ...readSearchParams(calendarQuery, {}), ...address }).appointments

const ALL_VISITS = WEEKS.flatMap(([week]) => listVisits({ week }))

const screens = [...DEMO_SCREENS].map(([path, screen]) => ({ path, ...screen }))
const parseParams = (shows: string) => new URL(shows, 'https://site.test').searchParams

describe('demo responses', () => {
  it.each(screens)('for $path match the API schemas', ({ shows, answers }) => {
    const response = answers(parseParams(shows))
    expect(response.length).toBeGreaterThan(0)
    for (const { name, answer } of response) {
      const schema = SCHEMAS.find(([pattern]) => pattern.test(name))?.[1]
      const parsed = schema?.safeParse(answer)
      expect(parsed?.error?.issues).toBeUndefined()
      expect(parsed?.data).toEqual(answer)
    }
  })

  it('use fictional phone numbers and a company named as a sample', () => {
    const phones = [...CALLS.map((call) => call.callerPhone), ...LEADS.map((lead) => lead.phone)]
    expect(phones.length).toBeGreaterThan(10)
    for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/)
    expect(COMPANY).toMatch(/^Sample /)
  })

  it('count calls since closing time as the dashboard does', () => {
    const { night, calls, waiting } = buildTodayResponse()
    const real = findPeriodSinceClose(buildSchedule(OPENING_HOURS), TIME_ZONE, new Date(NOW))
    expect(night).toMatchObject({ from: real.from.toISOString(), to: NOW, closedOn: real.closedOn })
    expect(calls).toHaveLength(night.answered + night.missed)
    expect(calls).toEqual(expect.arrayContaining(waiting))
  })

  it('have metrics that match the call list', () => {
    const { days } = buildMetricsResponse()
    const { rows } = buildCallsResponse('all')
    const count = (outcome: string) => rows.filter((call) => call.outcome === outcome).length
    const [booked, missed] = [count('booked'), count('missed')]
    expect(days.at(-1)?.day).toBe(TODAY)
    expect(sumCounts(days)).toEqual({ answered: rows.length - missed, booked, missed })
  })

  it('assign each lead to the technician of its visit, under the same name', () => {
    const visits = ALL_VISITS.filter(({ leadId }) => leadId !== null)
    expect(visits.length).toBeGreaterThan(5)
    for (const { leadId, technician, customer } of visits) {
      const lead = LEADS.find(({ id }) => id === leadId)
      const name = PEOPLE[lead?.assigneeId as keyof typeof PEOPLE] ?? null
      expect([customer, name]).toEqual([lead?.name, technician])
    }
  })

  it('highlight only words that appear in the transcript', () => {
    for (const { transcript } of CALLS)
      for (const { text, understood = [] } of transcript ?? [])
        for (const { quote } of understood) if (quote) expect(text.toLowerCase()).toContain(quote.toLowerCase())
  })

  it('link calls to the booked visit of the same caller', () => {
    const linked = CALLS.filter(({ appointmentId }) => appointmentId !== null)
    expect(linked.map(({ outcome }) => outcome)).toEqual(['rescheduled'])
    for (const { appointmentId, callerName } of linked)
      expect(ALL_VISITS.find(({ id }) => id === appointmentId)?.customer).toBe(callerName)
  })

  it('omit the intent only for missed calls', () => {
    for (const { outcome, intent } of CALLS) expect(intent === null).toBe(outcome === 'missed')
  })

  it('include a recording with ascending start times for all lines', () => {
    const { transcript, duration } = getCall(RECORDED_CALL)
    expect(RECORDING.lines, 'the call changed: run `npm run recordings`').toBe(hashTranscript(transcript ?? []))
    expect(RECORDING.starts).toHaveLength(transcript?.length ?? 0)
    expect(RECORDING.starts).toEqual([...RECORDING.starts].toSorted((left, right) => left - right))
    expect(RECORDING.starts.at(-1)).toBeLessThan(duration)
  })

  it('never double-book a technician', () => {
    const slots = ALL_VISITS.flatMap(({ technician, startsAt }) => (technician ? [technician + startsAt] : []))
    expect(new Set(slots).size).toBe(slots.length)
  })

  it('have completed visits last week and confirmed visits next week for every technician', () => {
    const [before = [], , after = []] = WEEKS.map(([week]) => listVisits({ week }))
    expect(new Set(before.map(({ state }) => state))).toEqual(new Set(['done']))
    expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['confirmed']))
    for (const visits of [before, after])
      expect(new Set(visits.map(({ technician }) => technician))).toEqual(new Set(TECHNICIANS))
  })

  it('list each visit once, upcoming ones first and past ones in reverse order', () => {
    const [upcoming, past] = [listVisits({ view: 'list' }), listVisits({ view: 'list', when: 'before' })]
    const starts = [...past.toReversed(), ...upcoming].map(({ startsAt }) => startsAt)
    expect(starts).toEqual(ALL_VISITS.map(({ startsAt }) => startsAt).toSorted())
    expect(upcoming[0]?.customer).toBe('Ben Keller')
    expect(listVisits({ view: 'list', technician: 'Alex' })).toEqual(
      upcoming.filter((visit) => visit.technician === 'Alex'),
    )
  })
})

describe('dashboard link', () => {
  it.each([
    ['/dashboard', '/demo'],
    ['/dashboard/calls?show=waiting', '/demo/calls/needs-you'],
    ['/dashboard/leads?stage=booked', '/demo/leads/booked'],
    ['/dashboard/appointments', '/demo/calendar'],
    ['/dashboard/appointments?day=2026-01-13', '/demo/calendar'],
    ['/dashboard/appointments?day=2026-01-14', '/demo/calendar/2026-01-14'],
    ['/dashboard/appointments?week=2026-01-12&day=2026-01-12', '/demo/calendar/2026-01-12'],
    ['/dashboard/appointments?week=2026-01-19&day=2026-01-21', '/demo/calendar/2026-01-21'],
    ['/dashboard/appointments?week=2026-01-07', '/demo/calendar/week-of-2026-01-05'],
    ['/dashboard/appointments?week=2026-01-05&day=2026-01-05', '/demo/calendar/week-of-2026-01-05'],
    ['/dashboard/appointments?week=2026-01-05&technician=Alex', '/demo/calendar/week-of-2026-01-05/alex'],
    ['/dashboard/appointments?view=day&day=2026-01-13&technician=Alex', '/demo/calendar/day'],
    ['/dashboard/appointments?view=day&day=2026-01-14', '/demo/calendar/day/2026-01-14'],
    ['/dashboard/appointments?view=list&week=2026-01-05&day=2026-01-07', '/demo/calendar/list'],
    ['/dashboard/appointments?view=list&when=before', '/demo/calendar/list/before'],
    ['/dashboard/appointments?week=2026-01-26', undefined],
    ['/dashboard/settings', undefined],
    ['/dashboard/calls/null', undefined],
    ['/', '/'],
  ])('%s maps to the demo path %s', (href, sample) => expect(findDemoHref(href)).toBe(sample))

  it('belongs to exactly one demo page', () =>
    expect(new Set(screens.map(({ shows }) => shows)).size).toBe(screens.length))
})
