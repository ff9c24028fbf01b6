import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DEFAULT_INSTRUCTIONS } from '../../lib/dashboard/model/instructions.ts'
import type { Database } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { alerts, pushSubscriptions } from '../../lib/dashboard/schema/alerts.ts'
import { apiKeys } from '../../lib/dashboard/schema/keys.ts'
import { appointments, calendarFeeds } from '../../lib/dashboard/schema/appointments.ts'
import { assistantVersions } from '../../lib/dashboard/schema/assistant.ts'
import { callerNumbers, callers } from '../../lib/dashboard/schema/callers.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { connections } from '../../lib/dashboard/schema/integrations.ts'
import { importRows, imports } from '../../lib/dashboard/schema/imports.ts'
import { leadNotes, leads } from '../../lib/dashboard/schema/leads.ts'
import { lineRequests } from '../../lib/dashboard/schema/lines.ts'
import { notifications } from '../../lib/dashboard/schema/notifications.ts'
import { ORGANIZATION_DATA } from '../../lib/dashboard/organizations/organization-data.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../lib/dashboard/schema/webhooks.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { savedViews } from '../../lib/dashboard/schema/views.ts'
import { root } from '../../scripts/support/settings.ts'

/** A word that every text of this company contains and no text of other companies does. */
export const MARK = 'Zanzibar'

/** A version number that only this company has. */
export const VERSION = 4_711

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const createRandomHash = () => sha256(randomBytes(32).toString('base64url'))

/** A phone number that no other test company has. */
const PHONE = '+13125550177'

export type MarkedIds = Record<string, string> & { otherCaller: string; testCall: string; delivery: string }

export const fillMarkedCompany = (
  database: Database,
  organizationId: string,
  userId = 'user_admin',
): Promise<MarkedIds> =>
  runInOrganization(database, organizationId, async ({ db }) => {
    const base = { organizationId }
    const startsAt = new Date(Date.now() + 3_600_000)
    const [call] = await db
      .insert(calls)
      .values({
        ...base,
        startedAt: new Date(),
        outcome: 'booked',
        callerName: MARK,
        callerPhone: PHONE,
        callerWords: MARK,
        summary: MARK,
        attention: MARK,
        recordingUrl: 'https://api.elevenlabs.io/v1/none',
        transcript: [{ speaker: 'caller', text: MARK, at: 0, understood: [{ field: 'problem', value: MARK }] }],
      })
      .returning()
    const [lead] = await db
      .insert(leads)
      .values({ ...base, callId: call?.id, name: MARK, phone: PHONE, problem: MARK, source: 'call' })
      .returning()
    await db.insert(leadNotes).values({ ...base, leadId: lead?.id ?? '', text: MARK })
    const [caller] = await db
      .insert(callers)
      .values({ ...base, name: MARK, notes: MARK, doNotCall: true })
      .returning()
    await db.insert(callerNumbers).values({ ...base, phone: PHONE, callerId: caller?.id ?? '' })
    const [otherCaller] = await db
      .insert(callers)
      .values({ ...base, name: MARK })
      .returning()
    const [testCall] = await db
      .insert(calls)
      .values({ ...base, startedAt: new Date(), outcome: 'message', summary: MARK, isTest: true })
      .returning()
    const [appointment] = await db
      .insert(appointments)
      .values({
        ...base,
        leadId: lead?.id,
        customer: MARK,
        job: MARK,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 3_600_000),
      })
      .returning()
    const [feed] = await db
      .insert(calendarFeeds)
      .values({ ...base, name: MARK, secretHash: createRandomHash() })
      .returning()
    const [key] = await db
      .insert(apiKeys)
      .values({ ...base, name: MARK, ending: 'abcd', hash: createRandomHash(), scopes: ['leads:read'] })
      .returning()
    const [hook] = await db
      .insert(webhookEndpoints)
      .values({
        ...base,
        kind: 'zapier',
        url: 'https://hooks.example.com/none',
        name: MARK,
        events: ['lead.created'],
        secret: MARK,
        apiKeyId: key?.id ?? null,
      })
      .returning()
    await db
      .insert(connections)
      .values({ ...base, provider: 'slack', method: 'oauth', scopes: [], writes: [], secret: MARK, account: MARK })
    await db
      .insert(organizationSettings)
      .values({ ...base, greeting: MARK })
      .onConflictDoNothing()
    await db
      .insert(lineRequests)
      .values({ ...base, companyPhone: PHONE, note: MARK })
      .onConflictDoNothing()
    const instructions = { ...DEFAULT_INSTRUCTIONS, answers: [{ question: MARK, answer: MARK }] }
    await db
      .insert(assistantVersions)
      .values({ ...base, number: VERSION, instructions, createdById: userId })
      .onConflictDoNothing()
    const [alert] = await db
      .insert(alerts)
      .values({ ...base, callId: call?.id ?? '', kind: 'urgent' })
      .returning()
    const [device] = await db
      .insert(pushSubscriptions)
      .values({
        ...base,
        userId,
        endpoint: 'https://fcm.googleapis.com/none',
        keys: { p256dh: MARK, auth: MARK },
        device: MARK,
      })
      .returning()
    const [endpoint] = await db
      .insert(webhookEndpoints)
      .values({ ...base, url: `https://example.com/${MARK}`, name: MARK, events: ['lead.created'], secret: MARK })
      .returning()
    const [message] = await db
      .insert(webhookMessages)
      .values({ ...base, event: 'lead.created', subjectId: lead?.id, payload: { data: { name: MARK } } })
      .returning()
    const [delivery] = await db
      .insert(webhookDeliveries)
      .values({ ...base, endpointId: endpoint?.id ?? '', messageId: message?.id ?? '', response: MARK })
      .returning()
    const [notification] = await db
      .insert(notifications)
      .values({ ...base, userId, kind: 'webhook', details: { reason: 'failures', host: MARK } })
      .returning()
    const [view] = await db
      .insert(savedViews)
      .values({ ...base, list: 'leads', name: MARK, query: '', isShared: true, createdById: userId })
      .returning()
    const [fileImport] = await db
      .insert(imports)
      .values({
        ...base,
        kind: 'leads',
        state: 'done',
        fileName: `${MARK}.csv`,
        duplicates: 'skip',
        mapping: { columns: [{ header: MARK, field: 'name' }] },
        rowCount: 1,
        undoEndsAt: new Date(Date.now() + 86_400_000),
      })
      .returning()
    await db.insert(importRows).values({
      ...base,
      importId: fileImport?.id ?? '',
      number: 2,
      cells: [MARK],
      outcome: 'invalid',
      problems: [MARK],
    })
    const getId = (row: { id: string } | undefined) => row?.id ?? ''
    return {
      // The order matters, because the first match wins: device routes are below those of alerts, and the test call
      // route ends like that of calls.
      devices: getId(device),
      alerts: getId(alert),
      callers: getId(caller),
      'try-it/calls': getId(testCall),
      calls: getId(call),
      leads: getId(lead),
      appointments: getId(appointment),
      notifications: getId(notification),
      feeds: getId(feed),
      imports: getId(fileImport),
      keys: getId(key),
      hooks: getId(hook),
      zaps: getId(hook),
      webhooks: getId(endpoint),
      views: getId(view),
      versions: String(VERSION),
      lines: organizationId,
      otherCaller: getId(otherCaller),
      testCall: getId(testCall),
      delivery: getId(delivery),
    }
  })

export const readOrganizationRows = (database: Database, organizationId: string): Promise<Record<string, unknown[]>> =>
  runInOrganization(database, organizationId, async ({ db }) => {
    const rowsByTable: Record<string, unknown[]> = {}
    for (const [name, { table }] of Object.entries<{ table: PgTable }>(ORGANIZATION_DATA)) {
      const column = (table as unknown as { organizationId: PgColumn }).organizationId
      rowsByTable[name] = await db
        .select()
        .from(table)
        .where(eq(column, organizationId))
        .orderBy(sql`1, 2`)
    }
    return JSON.parse(JSON.stringify(rowsByTable)) as Record<string, unknown[]>
  })

/** Matches the exported methods of a route, single or in a list. */
const EXPORTED_NAMES_PATTERN = /export (?:const|async function|function) (\{[^}]*\}|\w+)/g
const METHOD_NAME_PATTERN = /\b(GET|POST|PUT|PATCH|DELETE)\b/g

export type RouteRequest = { name: string; method: string; path: string; hasId: boolean }

/** Returns requests to the methods of a route with a company's IDs. @throws if the company has no such ID */
export function buildRouteRequests(
  pattern: string,
  methods: Iterable<string>,
  ids: Record<string, string>,
): RouteRequest[] {
  const kind = Object.keys(ids).find((name) => pattern.includes(`/${name}/[`))
  const hasId = /\[(?!provider)\w+\]/.test(pattern)
  if (hasId && !kind) throw new Error(`${pattern} has an id of a kind that is not known here`)
  const path = pattern.replace('[provider]', 'slack').replaceAll(/\[\w+\]/g, kind ? (ids[kind] ?? '') : '')
  return [...methods].map((method) => ({ name: `${method} ${pattern}`, method, path, hasId }))
}

export const listDashboardRequests = (ids: Record<string, string>): RouteRequest[] =>
  globSync('app/api/dashboard/**/route.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('[...') && !file.includes('[[...'))
    .flatMap((file) => {
      const source = readFileSync(resolve(root, file), 'utf8')
      const methods = new Set(
        [...source.matchAll(EXPORTED_NAMES_PATTERN)].flatMap(
          ([, names = '']) => names.match(METHOD_NAME_PATTERN) ?? [],
        ),
      )
      return buildRouteRequests(file.replace(/^app/, '').replace(/\/route\.ts$/, ''), methods, ids)
    })

export async function listApiRequests(siteUrl: string, ids: Record<string, string>): Promise<RouteRequest[]> {
  const response = await fetch(`${siteUrl}/api/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, operations]) => {
      const methods = Object.keys(operations).map((name) => name.toUpperCase())
      const knownMethods = methods.filter((name) => name.match(METHOD_NAME_PATTERN))
      return buildRouteRequests(path.replaceAll(/\{(\w+)\}/g, '[$1]'), knownMethods, ids)
    })
}
