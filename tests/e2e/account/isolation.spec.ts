import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type OpenDatabase, openDatabase } from '../../../lib/db/client.ts'
import { inOrganization } from '../../../lib/db/organization.ts'
import { DEFAULT_INSTRUCTIONS } from '../../../lib/assistant/instructions.ts'
import {
  alerts,
  apiKeys,
  appointments,
  assistantVersions,
  calendarFeeds,
  callerNumbers,
  callers,
  calls,
  connections,
  leadNotes,
  leads,
  lineRequests,
  ORGANIZATION_DATA,
  organizationSettings,
  pushSubscriptions,
  trials,
} from '../../../lib/db/schema/index.ts'
import { AREAS } from '../../../lib/auth/access-table.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'
import { cookiesWith, ORGANIZATION, OTHER_ORGANIZATION, tokenOf } from './gate-visitors.ts'

/**
 * What an admin of one organization reaches of another: by every route, page and key there is, with every id of the other.
 * The routes are found by their files, and what the one of the public API answers by its reference, so that new ones are tried
 * here by themselves.
 */

/** Stands in every text of the one organization, and in nothing of the other. */
const MARK = 'Zanzibar'

/** The number of a version that only the one organization has: each counts its own. */
const VERSION = 4_711

/** Others for each attempt, since the first one leaves its own. */
const KEY = `dw_${randomBytes(32).toString('base64url')}`
const FEED = randomBytes(32).toString('base64url')
const ANOTHER = randomBytes(32).toString('base64url')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let opened: OpenDatabase
/** Ids of the one organization, by the folder of the routes that take them. */
const ids: Record<string, string> = {}

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
  await inOrganization(opened.db, ORGANIZATION, async ({ db, organizationId }) => {
    const own = { organizationId }
    const startsAt = new Date(Date.now() + 3_600_000)
    const [call] = await db
      .insert(calls)
      .values({
        ...own,
        startedAt: new Date(),
        outcome: 'booked',
        callerName: MARK,
        callerPhone: '+13125550177',
        callerWords: MARK,
        summary: MARK,
        attention: MARK,
        recordingUrl: 'https://api.elevenlabs.io/v1/none',
        transcript: [{ speaker: 'caller', text: MARK, at: 0, understood: [{ field: 'problem', value: MARK }] }],
      })
      .returning()
    const [lead] = await db
      .insert(leads)
      .values({ ...own, callId: call?.id, name: MARK, phone: '+13125550177', problem: MARK, source: 'call' })
      .returning()
    await db.insert(leadNotes).values({ ...own, leadId: lead?.id ?? '', text: MARK })
    const [caller] = await db
      .insert(callers)
      .values({ ...own, name: MARK, notes: MARK, doNotCall: true })
      .returning()
    await db.insert(callerNumbers).values({ ...own, phone: '+13125550177', callerId: caller?.id ?? '' })
    const [visit] = await db
      .insert(appointments)
      .values({
        ...own,
        leadId: lead?.id,
        customer: MARK,
        job: MARK,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 3_600_000),
      })
      .returning()
    const [feed] = await db
      .insert(calendarFeeds)
      .values({ ...own, name: MARK, secretHash: sha256(ANOTHER) })
      .returning()
    const [key] = await db
      .insert(apiKeys)
      .values({ ...own, name: MARK, ending: 'abcd', hash: sha256(`dw_${ANOTHER}`), scopes: ['leads:read'] })
      .returning()
    await db
      .insert(connections)
      .values({ ...own, provider: 'slack', method: 'oauth', scopes: [], writes: [], secret: MARK, account: MARK })
    await db
      .insert(organizationSettings)
      .values({ ...own, greeting: MARK })
      .onConflictDoNothing()
    await db
      .insert(lineRequests)
      .values({ ...own, companyPhone: '+13125550177', note: MARK })
      .onConflictDoNothing()
    // The staff names a company by its own id.
    ids.lines = organizationId
    const instructions = { ...DEFAULT_INSTRUCTIONS, answers: [{ question: MARK, answer: MARK }] }
    await db
      .insert(assistantVersions)
      .values({ ...own, number: VERSION, instructions, createdById: 'user_admin' })
      .onConflictDoNothing()
    const [alert] = await db
      .insert(alerts)
      .values({ ...own, callId: call?.id ?? '', kind: 'urgent' })
      .returning()
    const [device] = await db
      .insert(pushSubscriptions)
      .values({
        ...own,
        userId: 'user_admin',
        endpoint: 'https://fcm.googleapis.com/none',
        keys: { p256dh: MARK, auth: MARK },
        device: MARK,
      })
      .returning()
    for (const [folder, row] of Object.entries({
      // First, since its routes are below those of alerts.
      devices: device,
      alerts: alert,
      callers: caller,
      calls: call,
      leads: lead,
      appointments: visit,
      feeds: feed,
      keys: key,
      versions: { id: String(VERSION) },
    })) {
      ids[folder] = row?.id ?? ''
    }
  })
})
test.afterAll(() => opened.close())

/** Everything that is kept for the one organization. */
const everything = () =>
  inOrganization(opened.db, ORGANIZATION, async ({ db, organizationId }) => {
    const kept: Record<string, unknown[]> = {}
    for (const [name, { table }] of Object.entries<{ table: PgTable }>(ORGANIZATION_DATA)) {
      const column = (table as unknown as { organizationId: PgColumn }).organizationId
      kept[name] = await db
        .select()
        .from(table)
        .where(eq(column, organizationId))
        .orderBy(sql`1, 2`)
    }
    return JSON.parse(JSON.stringify(kept)) as Record<string, unknown[]>
  })

/** The part of a route's file in which its methods are exported, alone or several at once. */
const EXPORTED = /export (?:const|async function|function) (\{[^}]*\}|\w+)/g
const METHODS = /\b(GET|POST|PUT|PATCH|DELETE)\b/g

type Request = { method: string; path: string; hasId: boolean }

/** With an id of the one organization in the address. */
function requestsTo(pattern: string, methods: Iterable<string>): Request[] {
  const kind = Object.keys(ids).find((name) => pattern.includes(`/${name}/`)) ?? ''
  const path = pattern.replace('[provider]', 'slack').replaceAll(/\[\w+\]/g, ids[kind] ?? '')
  const hasId = /\[(?!provider)\w+\]/.test(pattern)
  expect(hasId && !kind, `${pattern} has an id of a kind that this test does not know`).toBe(false)
  return [...methods].map((method) => ({ method, path, hasId }))
}

/** Each method of each route of the dashboard. */
function dashboardRequests(): Request[] {
  return globSync('app/api/dashboard/**/route.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('[...') && !file.includes('[[...'))
    .flatMap((file) => {
      const source = readFileSync(resolve(root, file), 'utf8')
      const methods = new Set([...source.matchAll(EXPORTED)].flatMap(([, names = '']) => names.match(METHODS) ?? []))
      return requestsTo(file.replace(/^app/, '').replace(/\/route\.ts$/, ''), methods)
    })
}

/** Each operation of the public API. */
async function apiRequests(): Promise<Request[]> {
  const response = await fetch(`${stack.env.siteUrl}/api/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, operations]) => {
      const methods = Object.keys(operations).map((name) => name.toUpperCase())
      return requestsTo(
        path.replaceAll(/\{(\w+)\}/g, '[$1]'),
        methods.filter((name) => name.match(METHODS)),
      )
    })
}

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

async function ask({ method, path }: Request, headers: Record<string, string>) {
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
  ['dashboard', dashboardRequests, asOther],
  ['v1', apiRequests, () => ({ authorization: `Bearer ${KEY}` })],
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
