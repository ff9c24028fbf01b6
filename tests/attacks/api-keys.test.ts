import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect } from 'vitest'
import { API_RATE_LIMIT, UNKNOWN_KEY_LIMIT } from '../../lib/dashboard/api/limits.ts'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { apiKeys } from '../../lib/dashboard/schema/keys.ts'
import { rateLimits } from '../../lib/platform/http/schema.ts'
import { trials } from '../../lib/dashboard/schema/lines.ts'
import { SCOPE_NAMES, type Scope } from '../../lib/platform/auth/scopes.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { check } from '../support/check.ts'
import { apiRequests, MARK, sha256 } from '../support/marked-company.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach } from '../support/until.ts'
import { type Company, newCompany, openStackDatabase } from './support/company.ts'
import { adminClaims, bearer, signedToken } from './support/forged-tokens.ts'
import { setPlan } from './support/plan.ts'

const { siteUrl } = stack.env

let opened: OpenDatabase
let company: Company
beforeAll(async () => {
  opened = await openStackDatabase()
  company = await newCompany(opened, 'keys')
  await trial(company.id, null)
})
afterAll(() => opened.close())

const trial = (organizationId: string, endsAt: Date | null) =>
  inOrganization(opened.db, organizationId, ({ db }) =>
    db
      .insert(trials)
      .values({ organizationId, plan: 'front_desk', startedAt: endsAt && new Date(0), endsAt })
      .onConflictDoUpdate({ target: trials.organizationId, set: { endsAt } }),
  )

const randomKey = () => `dw_${randomBytes(32).toString('base64url')}`

async function keyOf(
  organizationId: string,
  scopes: readonly Scope[] = SCOPE_NAMES,
): Promise<{ key: string; id: string }> {
  const key = randomKey()
  const [row] = await inOrganization(opened.db, organizationId, ({ db }) =>
    db
      .insert(apiKeys)
      .values({ organizationId, name: 'Office', ending: key.slice(-4), hash: sha256(key), scopes: [...scopes] })
      .returning(),
  )
  return { key, id: row?.id ?? '' }
}

async function ask(key: string, path = '/api/v1/leads', init: RequestInit = {}) {
  const response = await fetch(siteUrl + path, {
    ...init,
    headers: { ...bearer(key), ...(init.body && { 'content-type': 'application/json' }), ...init.headers },
  })
  const text = await response.text()
  const { type = '' } = text.startsWith('{') ? (JSON.parse(text) as { type?: string }) : {}
  return { status: response.status, problem: type.split('#problem-')[1], headers: response.headers, text }
}

const MALFORMED = (key: string): string[] => [
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
    tried: `${MALFORMED('dw_').length} variants of a valid key, including its hash, patterns and other schemes`,
    expected: 'returns 401 and never the data of the key',
  },
  async () => {
    const { key } = await keyOf(company.id)
    const texts = MALFORMED(key)
    for (const text of texts) expect(`${text} ${(await ask(text)).status}`).toBe(`${text} 401`)
    const others = [`Basic ${btoa(`${key}:`)}`, `Token ${key}`, key, `Digest ${key}`, '']
    for (const authorization of others) {
      const { status } = await ask('', undefined, { headers: { authorization } })
      expect(`${authorization} ${status}`).toBe(`${authorization} 401`)
    }
    expect((await ask('', `/api/v1/leads?api_key=${key}&key=${key}`, { headers: { 'x-api-key': key } })).status).toBe(
      401,
    )
    return `401, ${texts.length + others.length + 1} times`
  },
)

check(
  {
    what: 'Rate limit of an API key',
    tried: 'sent the last two allowed requests, two more, and one with another key',
    expected: 'returns 200 with the remaining count, then 429 with Retry-After; the other key works',
  },
  async () => {
    const [one, other] = [await keyOf(company.id), await keyOf(company.id)]
    const resetsAt = new Date(Date.now() + 60_000)
    const count = API_RATE_LIMIT.count - 2
    await opened.db.insert(rateLimits).values({ key: `${API_RATE_LIMIT.name}:${one.id}`, count, resetsAt })
    const seen: string[] = []
    for (let at = 0; at < 4; at += 1) {
      const { status, headers } = await ask(one.key)
      const left = /"key";r=(\d+);t=\d+/.exec(headers.get('ratelimit') ?? '')?.[1]
      seen.push(`${status} ${left} ${Number(headers.get('retry-after')) > 0}`)
      expect(headers.get('ratelimit-policy')).toBe(`"key";q=${API_RATE_LIMIT.count};w=60`)
    }
    expect(seen).toEqual(['200 1 false', '200 0 false', '429 0 true', '429 0 true'])
    expect((await ask(other.key)).status).toBe(200)
    return '200, 200, 429, 429; the other 200'
  },
)

const LEAD = JSON.stringify({ name: 'Ada Byron', problem: 'No heat' })

check(
  {
    what: 'Revoked API key',
    tried: 'read and wrote immediately after revoking the key',
    expected: 'returns 401 no-key and writes nothing',
  },
  async () => {
    const { key, id } = await keyOf(company.id)
    expect((await ask(key)).status).toBe(200)
    const headers = { ...bearer(signedToken(adminClaims(company.id))), origin: siteUrl }
    expect((await fetch(`${siteUrl}/api/dashboard/keys/${id}`, { method: 'DELETE', headers })).status).toBe(200)
    const { leads: before } = await company.rows()
    const answers = [await ask(key), await ask(key, undefined, { method: 'POST', body: LEAD })]
    expect(answers.map(({ status, problem }) => `${status} ${problem}`)).toEqual(['401 no-key', '401 no-key'])
    expect((await company.rows()).leads).toEqual(before)
    return '401 no-key, twice'
  },
)

check(
  {
    what: 'API key with another scope',
    tried: 'called each API operation with every scope except the required one',
    expected: 'returns 403 missing-scope and changes nothing',
  },
  async () => {
    const requests = await apiRequests(siteUrl, company.ids)
    const scopeOf = ({ path, method }: { path: string; method: string }) =>
      `${path.split('/')[3]}:${method === 'GET' ? 'read' : 'write'}`
    const before = await rowsOfApi()
    const seen = await forEach(requests, async (request) => {
      const { key } = await keyOf(
        company.id,
        SCOPE_NAMES.filter((scope) => scope !== scopeOf(request)),
      )
      const body = request.method === 'GET' ? undefined : LEAD
      const { status, problem } = await ask(key, request.path, { method: request.method, ...(body && { body }) })
      return `${status} ${problem}`
    })
    expect(requests.length).toBeGreaterThan(10)
    expect([...new Set(seen)]).toEqual(['403 missing-scope'])
    expect(await rowsOfApi()).toEqual(before)
    return `403 missing-scope, ${requests.length} times`
  },
)

async function rowsOfApi() {
  const { calls, leads, appointments } = await company.rows()
  return { calls, leads, appointments }
}

check(
  {
    what: 'API key without a plan',
    tried: 'read and wrote after an expired trial, after a canceled plan, and without any plan',
    expected: 'returns 403 no-plan and writes nothing; 200 with an active plan',
  },
  async () => {
    const tried = await newCompany(opened, 'tried')
    await trial(tried.id, new Date(Date.now() - 1_000))
    const never = await newCompany(opened, 'never')
    const [given, paying] = [await setPlan('free_org'), await setPlan('front_desk')]
    for (const organization of [tried.id, never.id, given]) {
      const { key } = await keyOf(organization)
      const answers = [await ask(key), await ask(key, undefined, { method: 'POST', body: LEAD })]
      expect(answers.map(({ status, problem }) => `${status} ${problem}`)).toEqual(['403 no-plan', '403 no-plan'])
    }
    for (const organization of [company.id, paying])
      expect((await ask((await keyOf(organization)).key)).status).toBe(200)
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
    const other = await newCompany(opened, 'apiother')
    await trial(other.id, null)
    const { key } = await keyOf(other.id)
    const before = await company.rows()
    const headers = { 'x-organization': company.id, 'x-organization-id': company.id }
    const requests = (await apiRequests(siteUrl, company.ids)).filter(({ hasId }) => hasId)
    const bodies: Record<string, string> = {
      calls: JSON.stringify({ summary: 'Taken over' }),
      leads: JSON.stringify({ problem: 'Taken over' }),
      appointments: JSON.stringify({ job: 'Taken over' }),
    }
    for (const { method, path } of requests) {
      const body = method === 'GET' ? undefined : bodies[path.split('/')[3] ?? '']
      const { status, text } = await ask(key, path, { method, headers, ...(body && { body }) })
      expect(`${method} ${status}`).toBe(`${method} 404`)
      expect(text).not.toContain(MARK)
      const own = path.replace(/[^/]*$/, other.ids[path.split('/')[3] ?? ''] ?? '')
      expect((await ask(key, own, { method, ...(body && { body }) })).status, `own ${method} ${own}`).toBe(200)
    }
    expect(await company.rows()).toEqual(before)
    return `404, ${requests.length} times; 200 with its own ids`
  },
)

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** Measures the median response times in ms. The requests alternate, so that all see the same machine load. */
async function medians(requests: (() => Promise<Response>)[], rounds: number): Promise<number[]> {
  const times = requests.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, request] of requests.entries()) {
      const began = performance.now()
      await (await request()).arrayBuffer()
      times[at]!.push(performance.now() - began)
    }
  return times.map(median)
}

/** Tolerated difference in milliseconds. It is too small to detect over a network. */
const TELLING = 10

check(
  {
    what: 'Timing of secret comparison',
    tried: 'sent the call-start secret with no, half and all but the last character correct, 30 times each',
    expected: `takes the same time wherever the guess differs (medians within ${TELLING} ms)`,
  },
  async () => {
    const secret = stack.site.VOICE_START_SECRET ?? ''
    expect(secret.length).toBeGreaterThan(30)
    const guess = (right: number) => secret.slice(0, right) + '~'.repeat(secret.length - right)
    const requests = [0, secret.length >> 1, secret.length - 1].map(
      (right) => () =>
        fetch(`${siteUrl}/api/webhooks/voice/start`, {
          method: 'POST',
          body: '{}',
          headers: { [START_SECRET_HEADER]: guess(right) },
        }),
    )
    const [none = 0, half = 0, most = 0] = await medians(requests, 30)
    expect(Math.max(none, half, most) - Math.min(none, half, most)).toBeLessThan(TELLING)
    return `medians within ${(Math.max(none, half, most) - Math.min(none, half, most)).toFixed(1)} ms`
  },
)

// The check below runs last, because afterwards this address gets 429 for every unknown key.
const GUESSES = UNKNOWN_KEY_LIMIT.count + 20

check(
  {
    what: 'Guessing API keys',
    tried: `${GUESSES} unknown keys from one IP address with forged client addresses, then a valid key`,
    expected: `returns 401 up to ${UNKNOWN_KEY_LIMIT.count} times, then 429 with Retry-After; the valid key works`,
  },
  async () => {
    const { key } = await keyOf(company.id)
    const guesses = Array.from({ length: GUESSES }, (_, at) => ({
      guess: randomKey(),
      headers: {
        'x-forwarded-for': `203.0.113.${at}`,
        'x-real-ip': `203.0.113.${at}`,
        forwarded: `for=203.0.113.${at}`,
      },
    }))
    const answers = await forEach(guesses, ({ guess, headers }) => ask(guess, undefined, { headers }))
    const limited = answers.filter(({ status }) => status === 429)
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
    expect(limited.length).toBeGreaterThanOrEqual(20)
    expect(limited.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect((await ask(key)).status).toBe(200)
    return `401 ${GUESSES - limited.length} times, 429 ${limited.length} times, then 200`
  },
)
