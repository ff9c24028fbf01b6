import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callList } from '../../lib/dashboard/calls/list-state.ts'
import { leadsPage } from '../../lib/dashboard/leads/record.ts'
import { type SearchResponse, searchResponse } from '../../lib/dashboard/search/input.ts'
import type { ViewRecord } from '../../lib/dashboard/views/input.ts'
import type { Permission } from '../../lib/platform/auth/access-table.ts'
import type { SessionClaims } from '../../lib/platform/auth/session-claims.ts'
import { rateLimits } from '../../lib/platform/http/schema.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { resetPool } from '../support/reset-pool.ts'
import { addAppointment, addCall, addLead } from '../support/rows.ts'
import { ADMIN } from '../support/session-claims.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { appointments, calls, leads, savedViews } from '../support/tables.ts'

vi.mock('server-only', () => ({}))
let claims: SessionClaims
vi.mock('../../lib/dashboard/access/session.ts', () => ({ getCurrentSession: async () => claims }))
vi.mock('../../lib/dashboard/access/second-factor.ts', () => ({ needsSecondFactor: async () => false }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ origin: SITE_URL }) }))

const SITE_URL = 'http://localhost:3000'
const OWN = ADMIN.organization.id

const database = setUpDatabase()

/** Imports the routes after the test environment is stubbed, because they read it on import. */
const importRoutes = async () => ({
  search: await import('../../app/api/dashboard/search/route.ts'),
  recent: await import('../../app/api/dashboard/search/recent/route.ts'),
  calls: await import('../../app/api/dashboard/calls/search/route.ts'),
  leads: await import('../../app/api/dashboard/leads/search/route.ts'),
  views: await import('../../app/api/dashboard/views/route.ts'),
  view: await import('../../app/api/dashboard/views/[id]/route.ts'),
})

let routes: Awaited<ReturnType<typeof importRoutes>>

beforeAll(async () => {
  stubSiteEnv({ DATABASE_URL: database.url, SITE_URL })
  routes = await importRoutes()
})

afterAll(resetPool)

beforeEach(async () => {
  claims = ADMIN
  await database.db.delete(rateLimits)
  await database.within(OWN, async ({ db }) => {
    for (const table of [appointments, leads, calls, savedViews]) await db.delete(table)
  })
})

const buildRequest = (body: unknown, method = 'POST') =>
  new Request(`${SITE_URL}/api/dashboard/search`, { method, body: JSON.stringify(body) })

const restrictTo = (...permissions: Permission[]) => void (claims = { ...ADMIN, permissions })

const addRecords = () =>
  database.within(OWN, async (tx) => {
    await addCall(tx, { callerName: 'Ada Byron', callerPhone: '+13125550142' })
    await addLead(tx, { name: 'Ada Byron', phone: '+13125550142' })
    await addAppointment(tx, { customer: 'Ada Byron', phone: '+13125550142', startsAt: new Date() })
  })

const countRows = ({ calls: callGroup, leads: leadGroup, callers, appointments: visits }: SearchResponse) =>
  [callGroup, leadGroup, callers, visits].map((group) => group && group.rows.length)

describe('search route', () => {
  it('returns each kind only with its permission', async () => {
    await addRecords()
    const search = async () =>
      countRows(searchResponse.parse(await (await routes.search.POST(buildRequest({ search: '0142' }))).json()))
    expect(await search()).toEqual([1, 1, 0, 1])
    restrictTo('org:appointments:read')
    expect(await search()).toEqual([null, null, null, 1])
    restrictTo('org:leads:read')
    expect(await search()).toEqual([1, 1, 0, null])
    restrictTo()
    expect(await search()).toEqual([null, null, null, null])
    claims = { state: 'signed-out' }
    expect((await routes.search.POST(buildRequest({ search: '0142' }))).status).toBe(401)
  })

  it.each([
    { search: 'a' },
    { search: 'x'.repeat(201) },
    { search: 'ada\0' },
    { search: 5 },
    {},
    { search: 'ada', page: 2 },
  ])('rejects %j', async (body) => {
    expect((await routes.search.POST(buildRequest(body))).status).toBe(422)
  })

  it('is limited per user', async () => {
    const send = () => routes.search.POST(buildRequest({ search: 'ada' }))
    for (let number = 0; number < 120; number += 1) expect((await send()).status).toBe(200)
    const response = await send()
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ reason: 'too-many', error: expect.stringContaining('Try again in') })
    claims = { ...ADMIN, userId: 'user_other' }
    expect((await send()).status).toBe(200)
  })

  it('resolves only known kinds and ids of recent records, and few', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const send = async (records: unknown) => (await routes.recent.POST(buildRequest({ records }))).status
    expect(await send([{ kind: 'calls', id }])).toBe(200)
    expect(await send([])).toBe(200)
    expect(await send([{ kind: 'events', id }])).toBe(422)
    expect(await send([{ kind: 'calls', id: 'nonsense' }])).toBe(422)
    expect(await send(Array.from({ length: 9 }, () => ({ kind: 'calls', id })))).toBe(422)
  })
})

describe('list search routes', () => {
  it('apply the search together with the filters of the URL', async () => {
    await addRecords()
    const search = async (kind: 'calls' | 'leads', body: object) =>
      (await (await routes[kind].POST(buildRequest(body))).json()) as unknown
    expect(callList.parse(await search('calls', { search: '50142', query: 'outcome=booked' })).rows).toHaveLength(1)
    expect(callList.parse(await search('calls', { search: '50142', query: 'outcome=missed' })).rows).toHaveLength(0)
    expect(leadsPage.parse(await search('leads', { search: '50142', query: 'page=1&stage=gone' })).rows).toHaveLength(1)
    expect(leadsPage.parse(await search('leads', { search: 'bo', query: '' })).rows).toHaveLength(0)
    restrictTo('org:appointments:read')
    expect((await routes.calls.POST(buildRequest({ search: 'ada', query: '' }))).status).toBe(403)
    expect((await routes.leads.POST(buildRequest({ search: 'ada', query: '' }))).status).toBe(403)
  })
})

describe('view routes', () => {
  const create = (body: object) => routes.views.POST(buildRequest(body))
  const INPUT = { list: 'leads', name: 'Hot', query: 'urgency=now&search=ada', isShared: true }
  const getParams = (id: string) => ({ params: Promise.resolve({ id }) })

  it('create, list, change and delete views', async () => {
    const response = await create(INPUT)
    expect(response.status).toBe(201)
    const { view } = (await response.json()) as { view: ViewRecord }
    expect(view).toMatchObject({ name: 'Hot', query: 'urgency=now', createdById: ADMIN.userId })
    expect(await (await routes.views.GET(buildRequest(undefined, 'POST'))).json()).toMatchObject({ views: [view] })

    const patch = (body: object) => routes.view.PATCH(buildRequest(body, 'PATCH'), getParams(view.id))
    expect(await (await patch({ version: 1, name: 'Hotter' })).json()).toMatchObject({ view: { name: 'Hotter' } })
    const conflict = await patch({ version: 1, name: 'Stale' })
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toMatchObject({ reason: 'conflict', current: { name: 'Hotter' } })
    expect((await patch({ version: 2, list: 'calls' })).status).toBe(422)

    const duplicate = await create({ ...INPUT, name: 'hotter' })
    expect(duplicate.status).toBe(409)
    expect(await duplicate.json()).toMatchObject({
      reason: 'duplicate',
      error: expect.stringMatching(/another name\.$/),
    })

    const send = () => routes.view.DELETE(buildRequest(undefined, 'DELETE'), getParams(view.id))
    expect((await send()).status).toBe(204)
    expect((await send()).status).toBe(404)
  })

  it('require the permission to read the list, and to change shared views of others', async () => {
    const { view } = (await (await create(INPUT)).json()) as { view: ViewRecord }
    claims = { ...ADMIN, userId: 'user_other', permissions: ['org:leads:read'] }
    const response = await routes.view.DELETE(buildRequest(undefined, 'DELETE'), getParams(view.id))
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ reason: 'not-creator' })
    restrictTo('org:appointments:read')
    expect((await create({ ...INPUT, name: 'Other' })).status).toBe(403)
    expect((await create({ ...INPUT, list: 'appointments' })).status).toBe(201)
    expect((await routes.view.DELETE(buildRequest(undefined, 'DELETE'), getParams(view.id))).status).toBe(404)
  })
})
