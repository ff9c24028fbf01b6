import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { type OpenDatabase, openDatabase } from '../../../lib/db/client.ts'
import { inOrganization } from '../../../lib/db/organization.ts'
import { apiKeys, calendarFeeds, trials } from '../../../lib/db/schema/index.ts'
import { AREAS } from '../../../lib/auth/access-table.ts'
import {
  apiRequests,
  dashboardRequests,
  everythingOf,
  fillMarked,
  MARK,
  type RouteRequest,
  sha256,
} from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'
import { cookiesWith, ORGANIZATION, OTHER_ORGANIZATION, tokenOf } from './gate-visitors.ts'
import { test } from '../test.ts'

/**
 * What an admin of one organization reaches of another: by every route, page and key there is, with every id of the other.
 * The routes are found by their files, and what the one of the public API answers by its reference, so that new ones are tried
 * here by themselves.
 */

/** Others for each attempt, since the first one leaves its own. */
const KEY = `dw_${randomBytes(32).toString('base64url')}`
const FEED = randomBytes(32).toString('base64url')

let opened: OpenDatabase
/** Ids of the one organization, by the folder of the routes that take them. */
let ids: Record<string, string> = {}

test.beforeAll(async () => {
  opened = await openDatabase(stack.env.databaseUrl)
  await inOrganization(opened.db, OTHER_ORGANIZATION, ({ db, organizationId }) =>
    db.insert(apiKeys).values({
      organizationId,
      name: 'Office',
      ending: 'kkkk',
      hash: sha256(KEY),
      scopes: ['calls', 'leads', 'appointments'].flatMap((name) => [`${name}:read`, `${name}:write`]),
    }),
  )
  // Its keys work while it has a plan.
  await inOrganization(opened.db, OTHER_ORGANIZATION, ({ db, organizationId }) =>
    db.insert(trials).values({ organizationId, plan: 'front_desk' }).onConflictDoNothing(),
  )
  await inOrganization(opened.db, OTHER_ORGANIZATION, ({ db, organizationId }) =>
    db.insert(calendarFeeds).values({ organizationId, name: 'Phone', secretHash: sha256(FEED) }),
  )
  ids = await fillMarked(opened.db, ORGANIZATION)
})
test.afterAll(() => opened.close())

/** Everything that is kept for the one organization. */
const everything = () => everythingOf(opened.db, ORGANIZATION)

/** Something of everything that any route reads from a body. */
const body = () =>
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

async function ask({ method, path }: RouteRequest, headers: Record<string, string>) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(stack.env.siteUrl + path, {
    method,
    redirect: 'manual',
    headers: { origin: stack.env.siteUrl, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    ...(hasBody && { body: body() }),
  })
  return { status: response.status, text: await response.text() }
}

const asOther = () => ({ authorization: `Bearer ${tokenOf('admin of another organization')}` })

for (const [folder, requests, headers] of [
  ['dashboard', async () => dashboardRequests(ids), asOther],
  ['v1', () => apiRequests(stack.env.siteUrl, ids), () => ({ authorization: `Bearer ${KEY}` })],
] as const) {
  test(`no method of /api/${folder} reads or changes anything of another organization`, async () => {
    test.setTimeout(300_000)
    const before = await everything()
    const all = await requests()
    expect(all.length).toBeGreaterThan(8)
    for (const request of all) {
      const { status, text } = await ask(request, headers())
      const what = `${request.method} ${request.path}: ${status}`
      expect(status, what).not.toBe(401)
      expect(status, what).toBeLessThan(500)
      expect(text, what).not.toContain(MARK)
      // A method that a route does not have is answered as such.
      if (request.hasId) expect(status, what).toBeGreaterThanOrEqual(400)
    }
    expect(await everything()).toEqual(before)
  })
}

test('no page shows anything of another organization', async () => {
  const cookies = await cookiesWith(tokenOf('admin of another organization'))
  const paths = [
    ...Object.values(AREAS).map(({ path }) => path),
    `/dashboard/callers?call=${ids.calls}`,
    `/dashboard/callers?lead=${ids.leads}`,
    `/dashboard/callers?visit=${ids.appointments}`,
    ...['calls', 'callers', 'leads', 'appointments'].map((kind) => `/dashboard/${kind}/${ids[kind]}`),
    `/dashboard/appointments?new&lead=${ids.leads}`,
    `/dashboard/leads?assignee=user_admin`,
  ]
  for (const path of paths) {
    const response = await fetch(stack.env.siteUrl + path, { headers: { accept: 'text/html', ...cookies } })
    expect(await response.text(), path).not.toContain(MARK)
    if ([ids.calls, ids.callers, ids.leads].some((id) => path.endsWith(id ?? '-'))) {
      if (!path.includes('?')) expect(response.status, path).toBe(404)
    }
  }
})

test('a calendar address shows the visits of its own organization', async () => {
  const response = await fetch(`${stack.env.siteUrl}/api/calendar/${FEED}.ics`)
  expect(response.status).toBe(200)
  const calendar = await response.text()
  expect(calendar).toContain('BEGIN:VCALENDAR')
  expect(calendar).not.toContain(MARK)
})
