import { encodeSignatureHeader } from '@sanity/webhook'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubSiteEnv } from '../support/site-env.ts'

const SECRET = 'local-webhook-secret-000000000000000000'
const URL_OF_ROUTE = 'http://localhost:3000/api/revalidate'

const spies = vi.hoisted(() => ({
  revalidateTag: vi.fn(),
  warm: vi.fn(async () => undefined),
  after: vi.fn((task: () => unknown) => task()),
}))

vi.mock('server-only', () => ({}))
vi.mock('next/cache', () => ({ revalidateTag: spies.revalidateTag }))
vi.mock('next/server', () => ({ after: spies.after }))
vi.mock('../../lib/warm.ts', () => ({ warm: spies.warm }))
vi.mock('../../sanity/change.ts', () => ({
  contentSettled: async () => undefined,
  affectedPaths: async ({ touched }: { touched: { paths: string[] } }) => touched.paths,
}))

let POST: (request: Request) => Promise<Response>

beforeAll(async () => {
  stubSiteEnv({ SANITY_WEBHOOK_SECRET: SECRET })
  ;({ POST } = await import('../../app/api/revalidate/route.ts'))
})

beforeEach(() => vi.clearAllMocks())

const change = {
  _id: 'city-chicago',
  _type: 'city',
  _updatedAt: '2026-01-01T00:00:00Z',
  slug: 'chicago',
  before: { slug: 'chicago' },
  operation: 'update',
  listed: false,
}

type Signing = { secret?: string; timestamp?: number; signed?: string }

async function send(body: string, { secret = SECRET, timestamp = Date.now(), signed = body }: Signing = {}) {
  const signature = await encodeSignatureHeader(signed, timestamp, secret)
  return POST(new Request(URL_OF_ROUTE, { method: 'POST', body, headers: { 'sanity-webhook-signature': signature } }))
}

describe('POST /api/revalidate', () => {
  it('revalidates what the change touches, serving stale once, then warms its pages', async () => {
    const response = await send(JSON.stringify(change))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ revalidated: ['city:chicago'], warming: ['/hvac-ai-sdr/chicago'] })
    expect(spies.revalidateTag.mock.calls).toEqual([['city:chicago', 'max']])
    expect(spies.warm).toHaveBeenCalledWith('http://localhost:3000', ['/hvac-ai-sdr/chicago'])
  })

  it.each<[string, number, () => Promise<Response>]>([
    ['no signature', 401, () => POST(new Request(URL_OF_ROUTE, { method: 'POST', body: JSON.stringify(change) }))],
    [
      'no signature that can be read',
      401,
      () =>
        POST(
          new Request(URL_OF_ROUTE, {
            method: 'POST',
            body: '{}',
            headers: { 'sanity-webhook-signature': 'nonsense' },
          }),
        ),
    ],
    ['another secret', 401, () => send(JSON.stringify(change), { secret: 'another-secret-000000000000000000' })],
    ['another body', 401, () => send(JSON.stringify(change), { signed: '{}' })],
    ['an old signature', 401, () => send(JSON.stringify(change), { timestamp: Date.now() - 6 * 60_000 })],
    ['a signature from the future', 401, () => send(JSON.stringify(change), { timestamp: Date.now() + 6 * 60_000 })],
    ['a body that is too large', 413, () => send(JSON.stringify({ ...change, name: 'x'.repeat(20_000) }))],
    ['no JSON', 422, () => send('hello')],
    ['another webhook', 422, () => send(JSON.stringify({ hello: 'world' }))],
  ])('refuses %s', async (_, status, request) => {
    const response = await request()
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: expect.any(String) })
    expect(spies.revalidateTag).not.toHaveBeenCalled()
    expect(spies.warm).not.toHaveBeenCalled()
  })

  it('takes a signature that is a few minutes old, as a retry has', async () => {
    expect((await send(JSON.stringify(change), { timestamp: Date.now() - 4 * 60_000 })).status).toBe(200)
  })
})
