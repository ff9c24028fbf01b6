import { encodeSignatureHeader } from '@sanity/webhook'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { webhookFields } from '../../../sanity/tags.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SECRET = 'local-webhook-secret-000000000000000000'
/** Previous secret, which stays valid during a secret rotation. */
const OLDER_SECRET = 'local-webhook-secret-that-is-older-00000'
const ROUTE_URL = 'http://localhost:3000/api/revalidate'

const spies = vi.hoisted(() => ({ revalidate: vi.fn<(tags: string[]) => Promise<boolean>>(), contentSettled: vi.fn() }))

vi.mock('server-only', () => ({}))
vi.mock('../../../lib/platform/cache/shared-tags.ts', () => ({
  getSharedTags: () => ({ revalidate: spies.revalidate }),
}))
vi.mock('../../../sanity/lake/change.ts', () => ({ waitForContent: spies.contentSettled }))

let POST: (request: Request) => Promise<Response>

beforeAll(async () => {
  stubSiteEnv({ SANITY_WEBHOOK_SECRET: `${SECRET},${OLDER_SECRET}` })
  ;({ POST } = await import('../../../app/api/revalidate/route.ts'))
})

const fetchSpy = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', fetchSpy)
  spies.revalidate.mockResolvedValue(true)
})

afterEach(() => vi.unstubAllGlobals())

const change = {
  _id: 'city-chicago',
  _type: 'city',
  _updatedAt: '2026-01-01T00:00:00Z',
  slug: 'chicago',
  before: { slug: 'chicago' },
  operation: 'update',
  changed: Object.fromEntries(webhookFields.map((field) => [field, false])),
}

const post = (body: string, headers: HeadersInit = {}) =>
  POST(new Request(ROUTE_URL, { method: 'POST', body, headers }))

type SignatureOptions = { secret?: string; timestamp?: number; signed?: string }

async function send(body: string, { secret = SECRET, timestamp = Date.now(), signed = body }: SignatureOptions = {}) {
  return post(body, { 'sanity-webhook-signature': await encodeSignatureHeader(signed, timestamp, secret) })
}

describe('POST /api/revalidate', () => {
  it('revalidates the changed tags in every process after the Content Lake returns the change', async () => {
    const response = await send(JSON.stringify(change))
    const tags = ['id:city-chicago', 'city:chicago', 'city.*']
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ revalidated: tags })
    expect(spies.revalidate.mock.calls).toEqual([[tags]])
    const order = [spies.contentSettled, spies.revalidate].map(({ mock }) => mock.invocationCallOrder[0])
    const [settled = 0, revalidated = 0] = order
    expect(settled).toBeGreaterThan(0)
    expect(settled).toBeLessThan(revalidated)
  })

  it('accepts a signature from the previous secret', async () => {
    expect((await send(JSON.stringify(change), { secret: OLDER_SECRET })).status).toBe(200)
  })

  it('responds with 503 if other processes cannot be notified, so that Sanity retries', async () => {
    spies.revalidate.mockResolvedValueOnce(false)
    const response = await send(JSON.stringify(change))
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ error: expect.any(String) })
    expect((await send(JSON.stringify(change))).status).toBe(200)
  })

  it.each(['https://evil.test/', '//evil.test/', 'http://169.254.169.254/latest/meta-data'])(
    'sends no request to a page path such as %s',
    async (path) => {
      const response = await send(JSON.stringify({ ...change, _type: 'page', slug: null, path, before: { path } }))
      expect(response.status).toBe(200)
      expect(JSON.stringify(await response.json())).not.toMatch(/evil|169/)
      // An earlier test file in this worker may still send requests to its own Content Lake.
      expect(JSON.stringify(fetchSpy.mock.calls)).not.toMatch(/evil|169/)
    },
  )

  it.each<[string, number, () => Promise<Response>]>([
    ['no signature', 401, () => post(JSON.stringify(change))],
    ['a malformed signature', 401, () => post('{}', { 'sanity-webhook-signature': 'nonsense' })],
    ['another secret', 401, () => send(JSON.stringify(change), { secret: 'another-secret-000000000000000000' })],
    ['another body', 401, () => send(JSON.stringify(change), { signed: '{}' })],
    ['an old signature', 401, () => send(JSON.stringify(change), { timestamp: Date.now() - 6 * 60_000 })],
    ['a signature from the future', 401, () => send(JSON.stringify(change), { timestamp: Date.now() + 6 * 60_000 })],
    ['an oversized body', 413, () => send(JSON.stringify({ ...change, name: 'x'.repeat(20_000) }))],
    ['a body that is not JSON', 422, () => send('hello')],
    ['the body of another webhook', 422, () => send(JSON.stringify({ hello: 'world' }))],
  ])('rejects %s', async (_, status, request) => {
    const response = await request()
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: expect.any(String) })
    expect(spies.revalidate).not.toHaveBeenCalled()
  })

  it('accepts a signature that is a few minutes old, as in a retry', async () => {
    expect((await send(JSON.stringify(change), { timestamp: Date.now() - 4 * 60_000 })).status).toBe(200)
  })
})
