import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { API_RATE_LIMIT, UNKNOWN_KEY_LIMIT } from '../../lib/dashboard/api/limits.ts'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { apiKeys } from '../../lib/dashboard/schema/keys.ts'
import { rateLimits } from '../../lib/platform/http/schema.ts'
import { trials } from '../../lib/dashboard/schema/lines.ts'
import { webhookEndpoints } from '../../lib/dashboard/schema/webhooks.ts'
import { WEBHOOK_EVENT_NAMES } from '../../lib/dashboard/model/webhook-event.ts'
import { READ_SCOPES, SCOPE_NAMES, type Scope } from '../../lib/platform/auth/scopes.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { check } from '../support/check.ts'
import { listApiRequests, MARK, type RouteRequest, sha256 } from '../support/marked-company.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently } from '../support/until.ts'
import { type Company, createCompany, openStackDatabase } from './support/company.ts'
import { buildAdminClaims, buildBearerHeader, signToken } from './support/forged-tokens.ts'
import { setPlan } from './support/plan.ts'

const { siteUrl } = stack.env

let database: OpenDatabase
let company: Company
beforeAll(async () => {
  database = await openStackDatabase()
  company = await createCompany(database, 'keys')
  await saveTrial(company.id, null)
})
afterAll(() => database.close())

const saveTrial = (organizationId: string, endsAt: Date | null) =>
  runInOrganization(database.db, organizationId, ({ db }) =>
    db
      .insert(trials)
      .values({ organizationId, plan: 'front_desk', startedAt: endsAt && new Date(0), endsAt })
      .onConflictDoUpdate({ target: trials.organizationId, set: { endsAt } }),
  )

const generateKey = () => `dw_${randomBytes(32).toString('base64url')}`

async function createKey(
  organizationId: string,
  scopes: readonly Scope[] = SCOPE_NAMES,
): Promise<{ key: string; id: string }> {
  const key = generateKey()
  const [row] = await runInOrganization(database.db, organizationId, ({ db }) =>
    db
      .insert(apiKeys)
      .values({ organizationId, name: 'Office', ending: key.slice(-4), hash: sha256(key), scopes: [...scopes] })
      .returning(),
  )
  return { key, id: row?.id ?? '' }
}

async function sendWithKey(key: string, path = '/api/v1/leads', init: RequestInit = {}) {
  const response = await fetch(siteUrl + path, {
    ...init,
    headers: { ...buildBearerHeader(key), ...(init.body && { 'content-type': 'application/json' }), ...init.headers },
  })
  const text = await response.text()
  const { type = '' } = text.startsWith('{') ? (JSON.parse(text) as { type?: string }) : {}
  return { status: response.status, problem: type.split('#problem-')[1], headers: response.headers, text }
}

const buildMalformedKeys = (key: string): string[] => [
  key.slice(0, -1),
  `${key}A`,
  key.toUpperCase(),
  key.replace('dw_', 'DW_'),
  key.slice(3),
  `${key}%00`,
  `${key},${key}`,
  sha256(key),
  `%${key.slice(1)}`,
  `${key.slice(0, 3)}%`,
  `dw_${'_'.repeat(43)}`,
  "dw_' or '1'='1",
  'dw_',
  'null',
  '*',
]

check(
  {
    what: 'Malformed API keys',
    tried: `${buildMalformedKeys('dw_').length} variants of a valid key, including its hash, patterns and other schemes`,
    expected: 'returns 401 and no data of the organization',
  },
  async () => {
    const { key } = await createKey(company.id)
    const texts = buildMalformedKeys(key)
    for (const text of texts) expect(`${text} ${(await sendWithKey(text)).status}`).toBe(`${text} 401`)
    const otherSchemes = [`Basic ${btoa(`${key}:`)}`, `Token ${key}`, key, `Digest ${key}`, '']
    for (const authorization of otherSchemes) {
      const { status } = await sendWithKey('', undefined, { headers: { authorization } })
      expect(`${authorization} ${status}`).toBe(`${authorization} 401`)
    }
    expect(
      (await sendWithKey('', `/api/v1/leads?api_key=${key}&key=${key}`, { headers: { 'x-api-key': key } })).status,
    ).toBe(401)
    return `401, ${texts.length + otherSchemes.length + 1} times`
  },
)

check(
  {
    what: 'Rate limit of an API key',
    tried: 'sent the last two allowed requests, two more, and one with another key',
    expected: 'returns 200 with the remaining count, then 429 with Retry-After; the other key works',
  },
  async () => {
    const [limitedKey, otherKey] = [await createKey(company.id), await createKey(company.id)]
    const resetsAt = new Date(Date.now() + 60_000)
    const count = API_RATE_LIMIT.count - 2
    await database.db.insert(rateLimits).values({ key: `${API_RATE_LIMIT.name}:${limitedKey.id}`, count, resetsAt })
    const results: string[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { status, headers } = await sendWithKey(limitedKey.key)
      const remaining = /"key";r=(\d+);t=\d+/.exec(headers.get('ratelimit') ?? '')?.[1]
      results.push(`${status} ${remaining} ${Number(headers.get('retry-after')) > 0}`)
      expect(headers.get('ratelimit-policy')).toBe(`"key";q=${API_RATE_LIMIT.count};w=60`)
    }
    expect(results).toEqual(['200 1 false', '200 0 false', '429 0 true', '429 0 true'])
    expect((await sendWithKey(otherKey.key)).status).toBe(200)
    return '200, 200, 429, 429; the other 200'
  },
)

const LEAD_JSON = JSON.stringify({ name: 'Ada Byron', problem: 'No heat' })

check(
  {
    what: 'Revoked API key',
    tried: 'read and wrote immediately after revoking the key',
    expected: 'returns 401 no-key and writes nothing',
  },
  async () => {
    const { key, id } = await createKey(company.id)
    expect((await sendWithKey(key)).status).toBe(200)
    const headers = { ...buildBearerHeader(signToken(buildAdminClaims(company.id))), origin: siteUrl }
    expect((await fetch(`${siteUrl}/api/dashboard/keys/${id}`, { method: 'DELETE', headers })).status).toBe(200)
    const { leads: leadsBefore } = await company.rows()
    const responses = [await sendWithKey(key), await sendWithKey(key, undefined, { method: 'POST', body: LEAD_JSON })]
    expect(responses.map(({ status, problem }) => `${status} ${problem}`)).toEqual(['401 no-key', '401 no-key'])
    expect((await company.rows()).leads).toEqual(leadsBefore)
    return '401 no-key, twice'
  },
)

type ScopedRequest = {
  method: string
  path: string
  body: string
  /** Scopes of which each one grants access. */
  grantingScopes: string[]
}

/** Returns a request with the scopes that it needs. Subscriptions and samples of hooks need the scope of their event. */
function buildScopedRequests({ method, path }: RouteRequest): ScopedRequest[] {
  const kind = path.split('/')[3] ?? ''
  if (kind !== 'hooks') {
    const grantingScopes = [`${kind}:${method === 'GET' ? 'read' : 'write'}`]
    return [{ method, path, body: LEAD_JSON, grantingScopes }]
  }
  const isSamples = path.endsWith('/samples')
  if (method !== 'POST' && !isSamples) return [{ method, path, body: '', grantingScopes: [...READ_SCOPES] }]
  return WEBHOOK_EVENT_NAMES.map((event) => ({
    method,
    path: isSamples ? `${path}?event=${event}` : path,
    body: JSON.stringify({ hookUrl: 'https://hooks.example.com/none', event }),
    grantingScopes: [`${event.split('.')[0]}s:read`],
  }))
}

check(
  {
    what: 'API key with another scope',
    tried: 'called each API operation with every scope except those that grant it',
    expected: 'returns 403 missing-scope and changes nothing',
  },
  async () => {
    const requests = (await listApiRequests(siteUrl, company.ids)).flatMap(buildScopedRequests)
    const rowsBefore = await readApiRows()
    const results = await mapConcurrently(requests, async ({ method, path, body, grantingScopes }) => {
      const { key } = await createKey(
        company.id,
        SCOPE_NAMES.filter((scope) => !grantingScopes.includes(scope)),
      )
      const { status, problem } = await sendWithKey(key, path, { method, ...(method !== 'GET' && { body }) })
      return `${status} ${problem}`
    })
    expect(requests.length).toBeGreaterThan(10)
    expect(requests.filter(({ path }) => path.startsWith('/api/v1/hooks'))).toHaveLength(
      2 + 2 * WEBHOOK_EVENT_NAMES.length,
    )
    expect([...new Set(results)]).toEqual(['403 missing-scope'])
    expect(await readApiRows()).toEqual(rowsBefore)
    return `403 missing-scope, ${requests.length} times`
  },
)

async function readApiRows() {
  const { calls, leads, appointments, webhookEndpoints: endpoints } = await company.rows()
  return { calls, leads, appointments, endpoints }
}

check(
  {
    what: 'API key without a plan',
    tried: 'read and wrote after an expired trial, after a canceled plan, and without any plan',
    expected: 'returns 403 no-plan and writes nothing; 200 with an active plan',
  },
  async () => {
    const trialCompany = await createCompany(database, 'tried')
    await saveTrial(trialCompany.id, new Date(Date.now() - 1_000))
    const unpaidCompany = await createCompany(database, 'never')
    const [freeOrganizationId, payingOrganizationId] = [await setPlan('free_org'), await setPlan('front_desk')]
    for (const organization of [trialCompany.id, unpaidCompany.id, freeOrganizationId]) {
      const { key } = await createKey(organization)
      const responses = [await sendWithKey(key), await sendWithKey(key, undefined, { method: 'POST', body: LEAD_JSON })]
      expect(responses.map(({ status, problem }) => `${status} ${problem}`)).toEqual(['403 no-plan', '403 no-plan'])
    }
    for (const organization of [company.id, payingOrganizationId])
      expect((await sendWithKey((await createKey(organization)).key)).status).toBe(200)
    return '403 no-plan, 6 times; 200, twice'
  },
)

check(
  {
    what: 'Ids of another company in the API',
    tried: 'called each operation with the ids of another company and its id in headers',
    expected: 'returns 404; reads and changes no row of the other company',
  },
  async () => {
    const otherCompany = await createCompany(database, 'apiother')
    await saveTrial(otherCompany.id, null)
    const { key, id: keyId } = await createKey(otherCompany.id)
    // A key can unsubscribe only its own hooks.
    await runInOrganization(database.db, otherCompany.id, ({ db }) =>
      db.update(webhookEndpoints).set({ apiKeyId: keyId }).where(eq(webhookEndpoints.kind, 'zapier')),
    )
    const rowsBefore = await company.rows()
    const headers = { 'x-organization': company.id, 'x-organization-id': company.id }
    const requests = (await listApiRequests(siteUrl, company.ids)).filter(({ hasId }) => hasId)
    const bodies: Record<string, string> = {
      calls: JSON.stringify({ summary: 'Taken over' }),
      leads: JSON.stringify({ problem: 'Taken over' }),
      appointments: JSON.stringify({ job: 'Taken over' }),
    }
    for (const { method, path } of requests) {
      const body = method === 'GET' ? undefined : bodies[path.split('/')[3] ?? '']
      const { status, text } = await sendWithKey(key, path, { method, headers, ...(body && { body }) })
      expect(`${method} ${status}`).toBe(`${method} 404`)
      expect(text).not.toContain(MARK)
      const ownPath = path.replace(/[^/]*$/, otherCompany.ids[path.split('/')[3] ?? ''] ?? '')
      expect(
        (await sendWithKey(key, ownPath, { method, ...(body && { body }) })).status,
        `own ${method} ${ownPath}`,
      ).toBe(200)
    }
    expect(await company.rows()).toEqual(rowsBefore)
    return `404, ${requests.length} times; 200 with its own ids`
  },
)

const computeMedian = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Measures median response times. Alternates the requests, so that all of them run under the same machine load. */
async function measureMedians(requests: (() => Promise<Response>)[], rounds: number): Promise<number[]> {
  const times = requests.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, request] of requests.entries()) {
      const startedAt = performance.now()
      await (await request()).arrayBuffer()
      times[index]!.push(performance.now() - startedAt)
    }
  return times.map(computeMedian)
}

/** Tolerated difference. It is too small to detect over a network. */
const TOLERANCE_MS = 10

check(
  {
    what: 'Timing of secret comparison',
    tried: 'sent the call-start secret with no, half and all but the last character correct, 30 times each',
    expected: `takes the same time wherever the guess differs (medians within ${TOLERANCE_MS} ms)`,
  },
  async () => {
    const secret = stack.site.VOICE_START_SECRET ?? ''
    expect(secret.length).toBeGreaterThan(30)
    const buildGuess = (correctLength: number) =>
      secret.slice(0, correctLength) + '~'.repeat(secret.length - correctLength)
    const requests = [0, secret.length >> 1, secret.length - 1].map(
      (correctLength) => () =>
        fetch(`${siteUrl}/api/webhooks/voice/start`, {
          method: 'POST',
          body: '{}',
          headers: { [START_SECRET_HEADER]: buildGuess(correctLength) },
        }),
    )
    const [noneMs = 0, halfMs = 0, mostMs = 0] = await measureMedians(requests, 30)
    expect(Math.max(noneMs, halfMs, mostMs) - Math.min(noneMs, halfMs, mostMs)).toBeLessThan(TOLERANCE_MS)
    return `medians within ${(Math.max(noneMs, halfMs, mostMs) - Math.min(noneMs, halfMs, mostMs)).toFixed(1)} ms`
  },
)

// The check below runs last, because afterwards this address gets 429 for every unknown key.
const GUESS_COUNT = UNKNOWN_KEY_LIMIT.count + 20

check(
  {
    what: 'Guessing API keys',
    tried: `${GUESS_COUNT} unknown keys from one IP address with forged client addresses, then a valid key`,
    expected: `returns 401 up to ${UNKNOWN_KEY_LIMIT.count} times, then 429 with Retry-After; the valid key works`,
  },
  async () => {
    const { key } = await createKey(company.id)
    const guesses = Array.from({ length: GUESS_COUNT }, (_, index) => ({
      guess: generateKey(),
      headers: {
        'x-forwarded-for': `203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
      },
    }))
    const responses = await mapConcurrently(guesses, ({ guess, headers }) => sendWithKey(guess, undefined, { headers }))
    const limitedResponses = responses.filter(({ status }) => status === 429)
    expect(responses.every(({ status }) => status === 401 || status === 429)).toBe(true)
    expect(limitedResponses.length).toBeGreaterThanOrEqual(20)
    expect(limitedResponses.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect((await sendWithKey(key)).status).toBe(200)
    return `401 ${GUESS_COUNT - limitedResponses.length} times, 429 ${limitedResponses.length} times, then 200`
  },
)
