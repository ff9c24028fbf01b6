import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type AppointmentResponse,
  appointmentResponse,
  calendarResponse,
  appointmentDraft,
} from '../../lib/dashboard/appointments/calendar.ts'
import { visitWarnings } from '../../lib/dashboard/appointments/warnings.ts'
import type { SessionClaims } from '../../lib/platform/auth/session-claims.ts'
import type { OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { appointments, organizationSettings } from '../support/tables.ts'
import { createLead, findLead } from '../../lib/dashboard/leads/repository.ts'
import { addDays, toDayKey } from '../../lib/platform/time/zone.ts'
import { ADMIN } from '../support/session-claims.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addAppointment } from '../support/rows.ts'

vi.mock('server-only', () => ({}))
let claims: SessionClaims
vi.mock('../../lib/dashboard/access/session.ts', () => ({ getCurrentSession: async () => claims }))
vi.mock('../../lib/dashboard/access/second-factor.ts', () => ({ needsSecondFactor: async () => false }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ origin: SITE_URL }) }))

const SITE_URL = 'http://localhost:3000'
const ADMIN_ORGANIZATION_ID = ADMIN.organization.id
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const database = setUpDatabase()

/** Imports the routes after the test environment is stubbed, because they read it on import. */
const importRoutes = async () => ({
  all: await import('../../app/api/dashboard/appointments/route.ts'),
  one: await import('../../app/api/dashboard/appointments/[id]/route.ts'),
  checks: await import('../../app/api/dashboard/appointments/check/route.ts'),
  drafts: await import('../../app/api/dashboard/appointments/draft/route.ts'),
  feeds: await import('../../app/api/dashboard/feeds/route.ts'),
  feed: await import('../../app/api/dashboard/feeds/[id]/route.ts'),
})

let routes: Awaited<ReturnType<typeof importRoutes>>

beforeAll(async () => {
  stubSiteEnv({ DATABASE_URL: database.url, SITE_URL })
  routes = await importRoutes()
})

afterAll(resetPool)

const withinOwnOrganization = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
  database.within(ADMIN_ORGANIZATION_ID, work)

beforeEach(async () => {
  claims = ADMIN
  await withinOwnOrganization(async ({ db }) => {
    await db.delete(appointments)
    await db.delete(organizationSettings)
  })
})

type ApiResponse = { status: number; body: Record<string, unknown> }

const parseResponse = async (response: Response): Promise<ApiResponse> => ({
  status: response.status,
  body: response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>),
})

const buildRequest = (path: string, method = 'GET', body?: unknown) =>
  new Request(`${SITE_URL}/api/dashboard/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const buildContext = (id: string) => ({ params: Promise.resolve({ id }) })

const post = async (body: unknown) => parseResponse(await routes.all.POST(buildRequest('appointments', 'POST', body)))
const patch = async (id: string, body: unknown) =>
  parseResponse(await routes.one.PATCH(buildRequest(`appointments/${id}`, 'PATCH', body), buildContext(id)))
const fetchCalendar = async (query = '') =>
  calendarResponse.parse((await parseResponse(await routes.all.GET(buildRequest(`appointments${query}`)))).body)

const check = async (body: unknown) =>
  parseResponse(await routes.checks.POST(buildRequest('appointments/check', 'POST', body)))
const fetchDraft = async (query = '') =>
  parseResponse(await routes.drafts.GET(buildRequest(`appointments/draft${query}`)))
const listFeeds = async () => parseResponse(await routes.feeds.GET(buildRequest('feeds')))
const addFeed = async (name: string) => parseResponse(await routes.feeds.POST(buildRequest('feeds', 'POST', { name })))
const revokeFeed = async ({ id }: { id: string }) =>
  parseResponse(await routes.feed.DELETE(buildRequest(`feeds/${id}`, 'DELETE'), buildContext(id)))

const VISIT = { customer: 'Dana Example', job: 'No heat', window: { day: '2026-03-09', from: '08:00', to: '10:00' } }

const set = (settings: Partial<typeof organizationSettings.$inferInsert>) =>
  withinOwnOrganization(({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, ...settings }),
  )

const createVisit = async (input: object = {}): Promise<AppointmentResponse['appointment']> =>
  appointmentResponse.parse((await post({ ...VISIT, ...input })).body).appointment

describe('visit', () => {
  it('is booked in the time zone of the business', async () => {
    expect(await createVisit()).toMatchObject({
      startsAt: '2026-03-09T12:00:00.000Z',
      endsAt: '2026-03-09T14:00:00.000Z',
    })
    await set({ timeZone: 'America/Phoenix' })
    expect(await createVisit()).toMatchObject({
      startsAt: '2026-03-09T15:00:00.000Z',
      endsAt: '2026-03-09T17:00:00.000Z',
    })
  })

  it('is rejected in the hour that daylight saving time skips, with a suggested time', async () => {
    expect(await post({ ...VISIT, window: { day: '2026-03-08', from: '02:30', to: '04:00' } })).toEqual({
      status: 422,
      body: {
        error: '2:30 AM doesn’t exist on this day because daylight saving time starts. Choose 3:30 AM',
        reason: 'invalid',
        problems: [expect.objectContaining({ path: 'window.from' })],
      },
    })
    expect((await fetchCalendar('?week=2026-03-08')).appointments).toEqual([])
  })

  it.each([
    ['no customer', { customer: '' }, 'customer'],
    ['an invalid date', { window: { ...VISIT.window, day: '2026-02-30' } }, 'window.day'],
    ['an unknown lead', { leadId: UNKNOWN_ID }, 'leadId'],
    ['its own timestamps', { startsAt: '2026-03-09T12:00:00Z' }, ''],
  ])('is rejected with %s', async (_, input, path) => {
    expect(await post({ ...VISIT, ...input })).toMatchObject({
      status: 422,
      body: { reason: 'invalid', problems: [expect.objectContaining({ path })] },
    })
  })

  it('reports overlapping visits of its technician when booked and moved', async () => {
    const first = await createVisit({ technician: 'Sam' })
    const second = await post({ ...VISIT, technician: 'Sam' })
    expect(second).toMatchObject({ status: 201, body: { overlaps: [{ id: first.id }] } })
    const window = { ...VISIT.window, from: '10:00', to: '12:00' }
    expect(await patch(first.id, { version: 1, window })).toMatchObject({ status: 200, body: { overlaps: [] } })
  })

  it('rejects an update of a stale version and returns the current visit', async () => {
    const { id } = await createVisit()
    expect(await patch(id, { version: 1, technician: 'Sam' })).toMatchObject({
      status: 200,
      body: { appointment: { technician: 'Sam', version: 2 } },
    })
    expect(await patch(id, { version: 1, technician: 'Alex' })).toMatchObject({
      status: 409,
      body: { reason: 'conflict', current: { technician: 'Sam', version: 2 } },
    })
  })

  it('cannot be canceled without a reason', async () => {
    const { id } = await createVisit()
    expect(await patch(id, { version: 1, state: 'cancelled' })).toMatchObject({
      status: 422,
      body: { error: 'Enter a reason for the cancellation', problems: [{ path: 'reason' }] },
    })
  })

  it('returns 404 for an unknown id and for another organization', async () => {
    const otherVisit = await database.within('org_other', (tx) =>
      addAppointment(tx, { startsAt: new Date('2026-03-09T12:00:00Z') }),
    )
    for (const id of [UNKNOWN_ID, 'x', otherVisit]) {
      const { status } = await routes.one.GET(buildRequest(`appointments/${id}`), buildContext(id))
      const updated = await patch(id, { version: 1, technician: 'Sam' })
      expect([status, updated]).toMatchObject([404, { status: 404, body: { reason: 'not-found' } }])
    }
  })

  it('starts with the details of its lead', async () => {
    const [name, problem] = ['Lee Example', 'No cooling upstairs']
    const contact = { phone: '(212) 555-0142', address: '12 Sample Street', zip: '10001' }
    const lead = await withinOwnOrganization((tx) =>
      createLead(tx, { kind: 'site' }, { name, problem, ...contact, source: 'call' }),
    )
    const leadDraft = await fetchDraft(`?lead=${lead.id}`)
    const expectedDraft = { leadId: lead.id, callId: null, customer: name, phone: '+12125550142', job: problem }
    expect(appointmentDraft.parse(leadDraft.body)).toEqual({ ...expectedDraft, address: '12 Sample Street, 10001' })
    expect(await fetchDraft('?lead=x')).toMatchObject({ status: 404 })
    await createVisit({ leadId: lead.id, state: 'confirmed' })
    const bookedLead = await withinOwnOrganization((tx) => findLead(tx, lead.id))
    expect(bookedLead?.stage).toBe('booked')
  })
})

describe('calendar', () => {
  it('lists the visits of the week of the requested day, in the business time zone', async () => {
    const mondayVisit = await createVisit({ window: { day: '2026-03-02', from: '00:00', to: '01:00' } })
    const sundayVisit = await createVisit({ window: { day: '2026-03-08', from: '23:00', to: '23:59' } })
    await createVisit({ window: { day: '2026-03-01', from: '22:00', to: '23:00' } })
    await createVisit({ window: { day: '2026-03-09', from: '00:00', to: '01:00' } })
    const week = await fetchCalendar('?week=2026-03-04')
    expect(week.days[0]).toBe('2026-03-02')
    expect(week.appointments.map(({ id }) => id)).toEqual([mondayVisit.id, sundayVisit.id])
    expect(week).toMatchObject({ timeZone: 'America/New_York', total: 2, hasVisits: true })
  })

  it('shows the current week by default and for an invalid date', async () => {
    const presentDays = (await fetchCalendar()).days
    expect((await fetchCalendar('?week=2026-02-30')).days).toEqual(presentDays)
    expect((await fetchCalendar('?week=9999-12-31')).days).toEqual(presentDays)
    expect(await fetchCalendar()).toMatchObject({ appointments: [], hasVisits: false })
  })

  it('lists upcoming visits, and past ones separately', async () => {
    await createVisit({
      window: { day: '2020-03-09', from: '08:00', to: '09:00' },
      customer: 'Earlier',
      technician: 'Sam',
    })
    await createVisit({ window: { day: '2020-03-10', from: '08:00', to: '09:00' }, customer: 'Later' })
    await createVisit({
      window: { day: '2120-03-09', from: '08:00', to: '09:00' },
      customer: 'Ahead',
      technician: 'Sam',
    })
    const listCustomers = async (query: string) =>
      (await fetchCalendar(`?view=list${query}`)).appointments.map(({ customer }) => customer)
    expect(await listCustomers('')).toEqual(['Ahead'])
    expect(await listCustomers('&when=before')).toEqual(['Later', 'Earlier'])
    expect(await listCustomers('&when=before&technician=Sam')).toEqual(['Earlier'])
    expect(await listCustomers('&when=before&technician=none')).toEqual(['Later'])
    expect(await listCustomers('&state=cancelled')).toEqual([])
    expect((await fetchCalendar('?view=list&when=before&page=2')).total).toBe(2)
  })
})

describe('visit check', () => {
  const window = { day: addDays(toDayKey(new Date(), 'America/New_York'), 30), from: '08:00', to: '10:00' }
  const fetchWarnings = async (body: object) => {
    const { status, body: responseBody } = await check({ technician: null, window, ...body })
    expect(status).toBe(200)
    return visitWarnings.parse(responseBody).doubts
  }

  it('warns about past times and closed hours, and names the year', async () => {
    const sundayWindow = { day: '2020-03-08', from: '15:00', to: '17:00' }
    expect(await fetchWarnings({})).toEqual([])
    expect(await fetchWarnings({ window: sundayWindow })).toEqual([
      expect.stringMatching(/^That is Sunday, March 8, 2020, \d+ years ago.$/),
    ])
    await set({ timeZone: 'America/New_York', hours: { mon: { from: '08:00', to: '17:00' } } })
    expect(await fetchWarnings({ window: sundayWindow })).toContain('You are closed on Sundays.')
    expect((await fetchCalendar()).hasVisits).toBe(false)
  })

  it('warns about a closed day with its reason, and the visit is accepted after confirmation', async () => {
    const closedDays = [{ from: window.day, to: window.day, kind: 'closed' as const, hours: null, name: 'Training' }]
    await set({ timeZone: 'America/New_York', closedDays, closedOnHolidays: true })
    expect(await fetchWarnings({})).toEqual([expect.stringMatching(/: Closed for Training\.$/)])
    const thanksgiving = { ...window, day: '2026-11-26' }
    expect(await fetchWarnings({ window: thanksgiving })).toContain('Thu, Nov 26: Closed for Thanksgiving Day.')
    const { id } = await createVisit({ window: thanksgiving })
    expect(await fetchWarnings({ id, window: thanksgiving })).toEqual([])
    expect(calendarResponse.parse(await fetchCalendar('?week=2026-11-26'))).toMatchObject({
      closedDays,
      closedOnHolidays: true,
      appointments: [{ id }],
    })
  })

  it('warns about overlapping visits when one is added, moved, reassigned or restored', async () => {
    const sentence = 'Sam has another visit at that time: Dana Example, 8–10 AM.'
    const first = await createVisit({ technician: 'Sam', window })
    expect(await fetchWarnings({ technician: 'Sam' })).toEqual([sentence])
    expect(await fetchWarnings({ technician: 'Alex' })).toEqual([])
    expect(await fetchWarnings({ technician: 'Sam', window: { ...window, from: '10:00', to: '12:00' } })).toEqual([])
    // A visit does not overlap itself, and the check skips unchanged fields.
    expect(await fetchWarnings({ technician: 'Sam', id: first.id })).toEqual([])
    const second = await createVisit({ technician: 'Alex', window })
    expect(await fetchWarnings({ technician: 'Sam', id: second.id })).toEqual([sentence])
    await patch(second.id, { version: 1, technician: 'Sam' })
    expect(await fetchWarnings({ technician: 'Sam', id: second.id })).toEqual([])
    await patch(second.id, { version: 2, state: 'cancelled', reason: 'Away' })
    expect(await fetchWarnings({ technician: 'Sam', id: second.id })).toEqual([sentence])
  })

  it('does not warn about an unchanged time window', async () => {
    const pastWindow = { day: '2020-03-09', from: '08:00', to: '09:00' }
    const { id } = await createVisit({ window: pastWindow })
    expect(await fetchWarnings({ id, window: pastWindow })).toEqual([])
    expect(await fetchWarnings({ id, window: { ...pastWindow, to: '10:00' } })).toHaveLength(1)
  })

  it('rejects an invalid time window', async () => {
    const skippedWindow = { day: '2026-03-08', from: '02:30', to: '04:00' }
    expect(await check({ technician: null, window: skippedWindow })).toMatchObject({ status: 422 })
  })
})

describe('calendar feeds', () => {
  it('show their URL only once and can be revoked immediately', async () => {
    const created = await addFeed('Office')
    expect(created.status).toBe(201)
    expect(created.body.address).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[\w-]{43}\.ics$/)
    expect((await listFeeds()).body).toEqual({ feeds: [{ ...(created.body.feed as object), mayRevoke: true }] })
    const feed = created.body.feed as { id: string }
    expect([(await revokeFeed(feed)).status, (await revokeFeed(feed)).status]).toEqual([204, 404])
    expect((await listFeeds()).body).toEqual({ feeds: [] })
  })

  it('can be revoked by their creator and by users who can change settings', async () => {
    const member = { ...ADMIN, permissions: ['org:appointments:manage'] }
    const otherMember = { ...member, userId: 'user_other' }
    const createFeed = async (name: string) => (await addFeed(name)).body.feed as { id: string }
    const listRevocableFeeds = async () => {
      const { feeds } = (await listFeeds()).body
      return (feeds as { name: string; mayRevoke: boolean }[]).map(({ name, mayRevoke }) => [name, mayRevoke])
    }
    claims = otherMember
    const otherFeed = await createFeed('Theirs')
    claims = member
    const ownFeed = await createFeed('Mine')
    expect(await listRevocableFeeds()).toEqual([
      ['Mine', true],
      ['Theirs', false],
    ])
    expect(await revokeFeed(otherFeed)).toMatchObject({ status: 403, body: { reason: 'missing-permission' } })
    expect(await revokeFeed(ownFeed)).toMatchObject({ status: 204 })
    expect(await listRevocableFeeds()).toEqual([['Theirs', false]])
    claims = ADMIN
    expect(await listRevocableFeeds()).toEqual([['Theirs', true]])
    expect(await revokeFeed(otherFeed)).toMatchObject({ status: 204 })
    expect(await revokeFeed(otherFeed)).toMatchObject({ status: 404 })
    expect(await listRevocableFeeds()).toEqual([])
  })

  it('are rejected if they have no name', async () => {
    const body = { error: 'Give it a name, such as Office calendar' }
    expect(await addFeed('')).toMatchObject({ status: 422, body })
  })
})

it('read-only members cannot change visits', async () => {
  claims = { ...ADMIN, permissions: ['org:appointments:read'] }
  expect((await fetchCalendar()).appointments).toEqual([])
  expect(await post(VISIT)).toMatchObject({ status: 403, body: { reason: 'missing-permission' } })
  expect(await check({})).toMatchObject({ status: 403 })
  expect(await patch(UNKNOWN_ID, { version: 1 })).toMatchObject({ status: 403 })
  expect(await listFeeds()).toMatchObject({ status: 403 })
  expect(await fetchDraft()).toMatchObject({ status: 403 })
})
