import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calendarAddress, type CalendarAddress, calendarAnswer } from '../../../lib/dashboard/appointments/calendar.ts'
import { callList } from '../../../lib/dashboard/calls/list-state.ts'
import { callDetail } from '../../../lib/dashboard/model/call-record.ts'
import { demoHref, DEMO_SCREENS } from '../../../lib/dashboard/demo/addresses.ts'
import { callsAnswer, figuresAnswer, todayAnswer } from '../../../lib/dashboard/demo/answers.ts'
import { CALL_NAMES, callOf, RECORDED } from '../../../lib/dashboard/demo/calls.ts'
import { COMPANY, HOURS, NOW, PEOPLE, TECHNICIANS, TODAY, ZONE } from '../../../lib/dashboard/demo/company.ts'
import { LEAD_NAMES, leadOf } from '../../../lib/dashboard/demo/leads.ts'
import { RECORDING } from '../../../lib/dashboard/demo/recording.ts'
import { calendarAnswerOf, WEEKS } from '../../../lib/dashboard/demo/visits.ts'
import { leadPage, leadsPage } from '../../../lib/dashboard/leads/record.ts'
import { readAddress } from '../../../lib/dashboard/query/address-state.ts'
import { lastNight } from '../../../lib/dashboard/today/night.ts'
import { callFigures, today, totalOf } from '../../../lib/dashboard/today/today.ts'
import { markOf } from '../../../sanity/seed/recordings.ts'

/** Response schemas by the start of the query name. */
const SCHEMAS: [name: RegExp, schema: z.ZodType][] = [
  [/^today$/, today],
  [/^figures$/, callFigures],
  [/^calls$/, callList],
  [/^calls\//, callDetail],
  [/^leads$/, leadsPage],
  [/^leads\//, leadPage],
  [/^appointments$/, calendarAnswer],
]

const CALLS = CALL_NAMES.map(callOf)
const LEADS = LEAD_NAMES.map(leadOf)

const visitsOf = (address: Partial<CalendarAddress>) =>
  calendarAnswerOf({ ...readAddress(calendarAddress, {}), ...address }).appointments

const ALL_VISITS = WEEKS.flatMap(([week]) => visitsOf({ week }))

const screens = [...DEMO_SCREENS].map(([path, screen]) => ({ path, ...screen }))
const paramsOf = (shows: string) => new URL(shows, 'https://site.test').searchParams

describe('demo responses', () => {
  it.each(screens)('for $path match the API schemas', ({ shows, answers }) => {
    const given = answers(paramsOf(shows))
    expect(given.length).toBeGreaterThan(0)
    for (const { name, answer } of given) {
      const schema = SCHEMAS.find(([pattern]) => pattern.test(name))?.[1]
      const read = schema?.safeParse(answer)
      expect(read?.error?.issues).toBeUndefined()
      expect(read?.data).toEqual(answer)
    }
  })

  it('use fictional phone numbers and a company named as a sample', () => {
    const phones = [...CALLS.map((call) => call.callerPhone), ...LEADS.map((lead) => lead.phone)]
    expect(phones.length).toBeGreaterThan(10)
    for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/)
    expect(COMPANY).toMatch(/^Sample /)
  })

  it('count calls since closing time as the dashboard does', () => {
    const { night, calls, waiting } = todayAnswer()
    const real = lastNight(HOURS, ZONE, new Date(NOW))
    expect(night).toMatchObject({ from: real.from.toISOString(), to: NOW, closedOn: real.closedOn })
    expect(calls).toHaveLength(night.answered + night.missed)
    expect(calls).toEqual(expect.arrayContaining(waiting))
  })

  it('have metrics that match the call list', () => {
    const { days } = figuresAnswer()
    const { rows } = callsAnswer('all')
    const count = (outcome: string) => rows.filter((call) => call.outcome === outcome).length
    const [booked, missed] = [count('booked'), count('missed')]
    expect(days.at(-1)?.day).toBe(TODAY)
    expect(totalOf(days)).toEqual({ answered: rows.length - missed, booked, missed })
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
    const { transcript, duration } = callOf(RECORDED)
    expect(RECORDING.lines, 'the call changed: run `npm run recordings`').toBe(markOf(transcript ?? []))
    expect(RECORDING.starts).toHaveLength(transcript?.length ?? 0)
    expect(RECORDING.starts).toEqual([...RECORDING.starts].toSorted((one, other) => one - other))
    expect(RECORDING.starts.at(-1)).toBeLessThan(duration)
  })

  it('never double-book a technician', () => {
    const places = ALL_VISITS.flatMap(({ technician, startsAt }) => (technician ? [technician + startsAt] : []))
    expect(new Set(places).size).toBe(places.length)
  })

  it('have completed visits last week and confirmed visits next week for every technician', () => {
    const [before = [], , after = []] = WEEKS.map(([week]) => visitsOf({ week }))
    expect(new Set(before.map(({ state }) => state))).toEqual(new Set(['done']))
    expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['confirmed']))
    for (const visits of [before, after])
      expect(new Set(visits.map(({ technician }) => technician))).toEqual(new Set(TECHNICIANS))
  })

  it('list each visit once, upcoming ones first and past ones in reverse order', () => {
    const [ahead, before] = [visitsOf({ view: 'list' }), visitsOf({ view: 'list', when: 'before' })]
    const starts = [...before.toReversed(), ...ahead].map(({ startsAt }) => startsAt)
    expect(starts).toEqual(ALL_VISITS.map(({ startsAt }) => startsAt).toSorted())
    expect(ahead[0]?.customer).toBe('Ben Keller')
    expect(visitsOf({ view: 'list', technician: 'Alex' })).toEqual(ahead.filter((visit) => visit.technician === 'Alex'))
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
  ])('%s maps to the demo path %s', (href, sample) => expect(demoHref(href)).toBe(sample))

  it('belongs to exactly one demo page', () =>
    expect(new Set(screens.map(({ shows }) => shows)).size).toBe(screens.length))
})
