import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calendarAddress, type CalendarAddress, calendarAnswer } from '../../../lib/appointments/calendar.ts'
import { callList } from '../../../lib/calls/list-state.ts'
import { callDetail } from '../../../lib/calls/record.ts'
import { demoHref, DEMO_SCREENS } from '../../../lib/demo/addresses.ts'
import { callsAnswer, figuresAnswer, todayAnswer } from '../../../lib/demo/answers.ts'
import { CALL_NAMES, callOf, RECORDED } from '../../../lib/demo/calls.ts'
import { COMPANY, HOURS, NOW, PEOPLE, TECHNICIANS, TODAY, ZONE } from '../../../lib/demo/company.ts'
import { LEAD_NAMES, leadOf } from '../../../lib/demo/leads.ts'
import { RECORDING } from '../../../lib/demo/recording.ts'
import { calendarAnswerOf, WEEKS } from '../../../lib/demo/visits.ts'
import { leadPage, leadsPage } from '../../../lib/leads/record.ts'
import { readAddress } from '../../../lib/query/address-state.ts'
import { lastNight } from '../../../lib/today/night.ts'
import { callFigures, today, totalOf } from '../../../lib/today/today.ts'
import { markOf } from '../../../sanity/seed/recordings.ts'

/** What checks the API's answer to a query, by the beginning of its name. */
const SCHEMAS: [name: RegExp, schema: z.ZodType][] = [
  [/^today$/, today],
  [/^figures$/, callFigures],
  [/^calls$/, callList],
  [/^calls\//, callDetail],
  [/^leads$/, leadsPage],
  [/^leads\//, leadPage],
  [/^appointments$/, calendarAnswer],
]

const visitsOf = (address: Partial<CalendarAddress>) =>
  calendarAnswerOf({ ...readAddress(calendarAddress, {}), ...address }).appointments

const ALL_VISITS = WEEKS.flatMap(([week]) => visitsOf({ week }))

const screens = [...DEMO_SCREENS].map(([path, screen]) => ({ path, ...screen }))
const paramsOf = (shows: string) => new URL(shows, 'https://site.test').searchParams

describe('the sample answers', () => {
  it.each(screens)('of $path are what the API would answer', ({ shows, answers }) => {
    const given = answers(paramsOf(shows))
    expect(given.length).toBeGreaterThan(0)
    for (const { name, answer } of given) {
      const schema = SCHEMAS.find(([pattern]) => pattern.test(name))?.[1]
      const read = schema?.safeParse(answer)
      expect(read?.error?.issues).toBeUndefined()
      expect(read?.data).toEqual(answer)
    }
  })

  it('have numbers that are kept for fiction, and a company that says what it is', () => {
    const phones = [
      ...CALL_NAMES.map(callOf).map((call) => call.callerPhone),
      ...LEAD_NAMES.map(leadOf).map((lead) => lead.phone),
    ]
    expect(phones.length).toBeGreaterThan(10)
    for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/)
    expect(COMPANY).toMatch(/^Sample /)
  })

  it('count the night as the dashboard does', () => {
    const { night, calls, waiting } = todayAnswer()
    const real = lastNight(HOURS, ZONE, new Date(NOW))
    expect(night).toMatchObject({ from: real.from.toISOString(), to: NOW, closedOn: real.closedOn })
    expect(calls).toHaveLength(night.answered + night.missed)
    expect(calls).toEqual(expect.arrayContaining(waiting))
  })

  it('count in the figures the calls of the list', () => {
    const { days } = figuresAnswer()
    const { rows } = callsAnswer('all')
    const count = (outcome: string) => rows.filter((call) => call.outcome === outcome).length
    expect(days.at(-1)?.day).toBe(TODAY)
    expect(totalOf(days)).toEqual({
      answered: rows.length - count('missed'),
      booked: count('booked'),
      missed: count('missed'),
    })
  })

  it('assign a lead to whoever goes to the visit, with the number that called', () => {
    const leads = LEAD_NAMES.map(leadOf)
    const visits = ALL_VISITS.filter(({ leadId }) => leadId !== null)
    expect(visits.length).toBeGreaterThan(5)
    for (const { leadId, technician, customer } of visits) {
      const lead = leads.find(({ id }) => id === leadId)
      const name = PEOPLE[lead?.assigneeId as keyof typeof PEOPLE] ?? null
      expect([customer, name]).toEqual([lead?.name, technician])
    }
  })

  it('mark in the transcripts only words that are said', () => {
    for (const { transcript } of CALL_NAMES.map(callOf))
      for (const { text, understood = [] } of transcript ?? [])
        for (const { quote } of understood) if (quote) expect(text.toLowerCase()).toContain(quote.toLowerCase())
  })

  it('link a call to the booked visit of its caller', () => {
    const linked = CALL_NAMES.map(callOf).filter(({ appointmentId }) => appointmentId !== null)
    expect(linked.map(({ outcome }) => outcome)).toEqual(['rescheduled'])
    for (const { appointmentId, callerName } of linked)
      expect(ALL_VISITS.find(({ id }) => id === appointmentId)?.customer).toBe(callerName)
  })

  it('name no reason for a call that nobody answered', () => {
    for (const { outcome, intent } of CALL_NAMES.map(callOf)) expect(intent === null).toBe(outcome === 'missed')
  })

  it('have a recording with a time for each line, in order', () => {
    const { transcript, duration } = callOf(RECORDED)
    expect(RECORDING.lines, 'the words of the call: when they changed, `npm run recordings`').toBe(
      markOf(transcript ?? []),
    )
    expect(RECORDING.starts).toHaveLength(transcript?.length ?? 0)
    expect(RECORDING.starts).toEqual([...RECORDING.starts].toSorted((one, other) => one - other))
    expect(RECORDING.starts.at(-1)).toBeLessThan(duration)
  })

  it('send nobody to two places at once', () => {
    const places = ALL_VISITS.flatMap(({ technician, startsAt }) => (technician ? [technician + startsAt] : []))
    expect(new Set(places).size).toBe(places.length)
  })

  it('have visits in the week before, all done, and in the next, of everybody', () => {
    const [before = [], , after = []] = WEEKS.map(([week]) => visitsOf({ week }))
    expect(new Set(before.map(({ state }) => state))).toEqual(new Set(['done']))
    expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['confirmed']))
    for (const visits of [before, after])
      expect(new Set(visits.map(({ technician }) => technician))).toEqual(new Set(TECHNICIANS))
  })

  it('have each visit once in the list: the next first, and before today the latest', () => {
    const [ahead, before] = [visitsOf({ view: 'list' }), visitsOf({ view: 'list', when: 'before' })]
    const starts = [...before.toReversed(), ...ahead].map(({ startsAt }) => startsAt)
    expect(starts).toEqual(ALL_VISITS.map(({ startsAt }) => startsAt).toSorted())
    expect(ahead[0]?.customer).toBe('Ben Keller')
    expect(visitsOf({ view: 'list', technician: 'Alex' })).toEqual(
      ahead.filter(({ technician }) => technician === 'Alex'),
    )
  })
})

describe('a link of the dashboard', () => {
  it('leads to the sample of what it leads to, and nowhere where there is none', () => {
    expect(demoHref('/dashboard')).toBe('/demo')
    expect(demoHref('/dashboard/calls?show=waiting')).toBe('/demo/calls/needs-you')
    expect(demoHref('/dashboard/leads?stage=booked')).toBe('/demo/leads/booked')
    expect(demoHref('/dashboard/appointments?day=2026-01-14')).toBe('/demo/calendar/2026-01-14')
    expect(demoHref('/dashboard/appointments')).toBe('/demo/calendar')
    expect(demoHref('/dashboard/appointments?week=2026-01-05&technician=Alex')).toBe(
      '/demo/calendar/week-of-2026-01-05/alex',
    )
    expect(demoHref('/dashboard/appointments?week=2026-01-19&day=2026-01-21')).toBe('/demo/calendar/2026-01-21')
    expect(demoHref('/dashboard/appointments?view=day&day=2026-01-14')).toBe('/demo/calendar/day/2026-01-14')
    expect(demoHref('/dashboard/appointments?view=list&when=before')).toBe('/demo/calendar/list/before')
    expect(demoHref('/dashboard/appointments?week=2026-01-26')).toBeUndefined()
    expect(demoHref('/dashboard/settings')).toBeUndefined()
    expect(demoHref('/dashboard/calls/null')).toBeUndefined()
    expect(demoHref('/')).toBe('/')
  })

  it('in the calendar leads to one screen, however it is written', () => {
    expect(demoHref('/dashboard/appointments?day=2026-01-13')).toBe('/demo/calendar')
    expect(demoHref('/dashboard/appointments?week=2026-01-12&day=2026-01-12')).toBe('/demo/calendar/2026-01-12')
    expect(demoHref('/dashboard/appointments?week=2026-01-05&day=2026-01-05')).toBe(
      demoHref('/dashboard/appointments?week=2026-01-07'),
    )
    expect(demoHref('/dashboard/appointments?view=list&week=2026-01-05&day=2026-01-07')).toBe('/demo/calendar/list')
    expect(demoHref('/dashboard/appointments?view=day&day=2026-01-13&technician=Alex')).toBe('/demo/calendar/day')
  })

  it('has one sample only', () => {
    expect(new Set(screens.map(({ shows }) => shows)).size).toBe(screens.length)
  })
})
