import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { type OpenDatabase, openDatabase } from '../../../lib/platform/db/client.ts'
import { runInOrganization } from '../../../lib/platform/db/organization.ts'
import { apiKeys } from '../../../lib/dashboard/schema/keys.ts'
import { calendarFeeds } from '../../../lib/dashboard/schema/appointments.ts'
import { trials } from '../../../lib/dashboard/schema/lines.ts'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import {
  listApiRequests,
  listDashboardRequests,
  readOrganizationRows,
  fillMarkedCompany,
  MARK,
  type RouteRequest,
  sha256,
} from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'
import { buildCookies, ORGANIZATION, OTHER_ORGANIZATION, getToken } from './gate-visitors.ts'
import { test } from '../test.ts'

/** Routes come from the source files and the API reference, so new ones are included automatically. */

/** New for each attempt: a retry would otherwise find the keys of the previous attempt. */
const KEY = `dw_${randomBytes(32).toString('base64url')}`
const FEED_SECRET = randomBytes(32).toString('base64url')

let database: OpenDatabase
let ids: Record<string, string> = {}

test.beforeAll(async () => {
  database = await openDatabase(stack.env.databaseUrl)
  await runInOrganization(database.db, OTHER_ORGANIZATION, ({ db, organizationId }) =>
    db.insert(apiKeys).values({
      organizationId,
      name: 'Office',
      ending: 'kkkk',
      hash: sha256(KEY),
      scopes: ['calls', 'leads', 'appointments'].flatMap((name) => [`${name}:read`, `${name}:write`]),
    }),
  )
  // API keys work only with a plan.
  await runInOrganization(database.db, OTHER_ORGANIZATION, ({ db, organizationId }) =>
    db.insert(trials).values({ organizationId, plan: 'front_desk' }).onConflictDoNothing(),
  )
  await runInOrganization(database.db, OTHER_ORGANIZATION, ({ db, organizationId }) =>
    db.insert(calendarFeeds).values({ organizationId, name: 'Phone', secretHash: sha256(FEED_SECRET) }),
  )
  ids = await fillMarkedCompany(database.db, ORGANIZATION)
})
test.afterAll(() => database.close())

const readAllRows = () => readOrganizationRows(database.db, ORGANIZATION)

const buildBody = () =>
  JSON.stringify({
    version: 1,
    ids: [ids.leads],
    leadId: ids.leads,
    otherId: ids.callers,
    callId: ids.calls,
    stage: 'lost',
    state: 'cancelled',
    reason: 'taken over',
    change: { stage: 'lost' },
    phone: '+13125550177',
    text: 'taken over',
    name: 'taken over',
    attentionEnded: true,
  })

async function sendRequest({ method, path }: Pick<RouteRequest, 'method' | 'path'>, headers: Record<string, string>) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(stack.env.siteUrl + path, {
    method,
    redirect: 'manual',
    headers: { origin: stack.env.siteUrl, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    ...(hasBody && { body: buildBody() }),
  })
  return { status: response.status, text: await response.text() }
}

const buildForeignHeaders = () => ({ authorization: `Bearer ${getToken('admin of another organization')}` })

for (const [folder, requests, headers] of [
  ['dashboard', async () => listDashboardRequests(ids), buildForeignHeaders],
  ['v1', () => listApiRequests(stack.env.siteUrl, ids), () => ({ authorization: `Bearer ${KEY}` })],
] as const) {
  test(`no method of /api/${folder} reads or changes data of another organization @smoke`, async () => {
    test.setTimeout(300_000)
    const rowsBefore = await readAllRows()
    const allRequests = await requests()
    expect(allRequests.length).toBeGreaterThan(8)
    for (const request of allRequests) {
      const { status, text } = await sendRequest(request, headers())
      const label = `${request.method} ${request.path}: ${status}`
      expect(status, label).not.toBe(401)
      expect(status, label).toBeLessThan(500)
      expect(text, label).not.toContain(MARK)
      if (request.hasId) expect(status, label).toBeGreaterThanOrEqual(400)
    }
    expect(await readAllRows()).toEqual(rowsBefore)
  })
}

test('no page shows data of another organization @smoke', async () => {
  const cookies = await buildCookies(getToken('admin of another organization'))
  const paths = [
    ...Object.values(AREAS).map(({ path }) => path),
    `/dashboard/callers?call=${ids.calls}`,
    `/dashboard/callers?lead=${ids.leads}`,
    `/dashboard/callers?visit=${ids.appointments}`,
    ...['calls', 'callers', 'leads', 'appointments'].map((kind) => `/dashboard/${kind}/${ids[kind]}`),
    `${AREAS.webhooks.path}/${ids.webhooks}`,
    ...['calls', 'leads'].map((kind) => `/dashboard/${kind}/nonsense`),
    `/dashboard/appointments?new&lead=${ids.leads}`,
    `/dashboard/leads?assignee=user_admin`,
  ]
  for (const path of paths) {
    const response = await fetch(stack.env.siteUrl + path, { headers: { accept: 'text/html', ...cookies } })
    expect(await response.text(), path).not.toContain(MARK)
    if (/^\/dashboard\/(calls|callers|leads)\/[^?]+$/.test(path)) expect(response.status, path).toBe(404)
  }
})

test('rows of another organization and nonexistent rows return the same 404', async () => {
  for (const kind of ['calls', 'leads']) {
    for (const id of [ids[kind], 'nonsense']) {
      const { status, text } = await sendRequest(
        { method: 'GET', path: `/api/dashboard/${kind}/${id}` },
        buildForeignHeaders(),
      )
      expect([status, (JSON.parse(text) as { reason: string }).reason], `${kind} ${id}`).toEqual([404, 'not-found'])
    }
  }
})

test('a calendar feed contains only visits of its own organization @smoke', async () => {
  const response = await fetch(`${stack.env.siteUrl}/api/calendar/${FEED_SECRET}.ics`)
  expect(response.status).toBe(200)
  const calendar = await response.text()
  expect(calendar).toContain('BEGIN:VCALENDAR')
  expect(calendar).not.toContain(MARK)
})
