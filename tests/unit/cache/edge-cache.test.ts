import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getRevalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { buildExpiryTag } from '../../../lib/platform/cache/expiry-tag.ts'
import { createEdgeCache } from '../../../lib/platform/edge-cache/edge-cache.ts'
import { createEdgeHeaderBuilder } from '../../../lib/platform/edge-cache/edge.ts'
import { ALL_PAGES_KEY, buildResponseKeys, buildPurgeKeys } from '../../../lib/platform/edge-cache/keys.ts'
import { computeMaxAge } from '../../../lib/platform/edge-cache/lifetime.ts'
import { type EdgeCacheEnv, parseEnv } from '../../../lib/platform/env/env.ts'
import { type AnyServer, closeServer, listenOnFreePort } from '../../support/http.ts'
import { siteVariables } from '../../support/site-env.ts'

const buildTags = (count: number) => Array.from({ length: count }, (_, index) => `city.field-${index}`)

describe('cache keys of a response', () => {
  it('include one key per tag and one key that purges everything', () => {
    const keys = new Set(buildResponseKeys(['city', 'id:settings', 'city:chicago']))
    for (const tag of ['city', 'id:settings', 'city:chicago'])
      expect(buildPurgeKeys([tag]).some((key) => keys.has(key))).toBe(true)
    expect(keys).toContain(ALL_PAGES_KEY)
    expect(buildPurgeKeys(['city:boise']).some((key) => keys.has(key))).toBe(false)
  })

  it.each([10, 599, 700, 20_000])('fit into a header for %i tags, and each tag purges the response', (count) => {
    const tags = buildTags(count)
    const keys = buildResponseKeys(tags)
    expect(keys.join(' ').length).toBeLessThan(8_000 - 1_000)
    const uniqueKeys = new Set(keys)
    expect(tags.filter((tag) => !buildPurgeKeys([tag]).some((key) => uniqueKeys.has(key)))).toEqual([])
  })

  it('contain only word characters and hyphens', () => {
    expect(buildResponseKeys(['page:a b,c', 'page:é\r\nx: y']).join('')).toMatch(/^[\w-]+$/)
  })
})

describe('edge cache lifetime', () => {
  const now = Date.now()
  const page = { tags: ['city'], startedAt: now - 10_000, retryAt: undefined, cacheControl: undefined }

  it("is one hour, or the remaining part of the page's own revalidation time", () => {
    expect(computeMaxAge(page, now)).toBe(3_600)
    expect(computeMaxAge({ ...page, cacheControl: { revalidate: 3_600 } }, now)).toBe(3_590)
    expect(computeMaxAge({ ...page, startedAt: now - 3_601_000, cacheControl: { revalidate: 3_600 } }, now)).toBe(0)
  })

  it('ends when scheduled content changes or a retry is due', () => {
    expect(computeMaxAge({ ...page, tags: ['city', buildExpiryTag(now + 90_000)] }, now)).toBe(90)
    expect(computeMaxAge({ ...page, retryAt: now + 3_000 }, now)).toBe(3)
  })

  it('is zero for a revalidated page and short if revalidations may be unknown', () => {
    getRevalidatedTags().mark(['city'], now)
    expect(computeMaxAge(page, now)).toBe(0)
    expect(computeMaxAge({ ...page, tags: ['post'] }, now)).toBe(3_600)
    expect(computeMaxAge({ ...page, tags: ['post'] }, now, 2)).toBe(2)
  })
})

describe('edge cache headers', () => {
  it('are absent if no edge cache is configured', () => {
    expect(createEdgeHeaderBuilder(parseEnv(siteVariables))).toBeUndefined()
  })

  it('always state the lifetime, even zero, because caches merge headers of a 304', () => {
    const varnish = { EDGE_CACHE: 'varnish', VARNISH_URLS: 'http://127.0.0.1:6085' }
    const headers = createEdgeHeaderBuilder(parseEnv({ ...siteVariables, ...varnish }))
    const page = { tags: ['city'], startedAt: Date.now() - 10, retryAt: undefined, cacheControl: undefined }
    // Other processes may have published content that this process has not received yet.
    expect(headers?.(page)).toEqual({ xkey: buildResponseKeys(['city']).join(' '), 'surrogate-control': 'max-age=2' })
    getRevalidatedTags().mark(['city'])
    expect(headers?.(page)).toMatchObject({ 'surrogate-control': 'max-age=0' })
  })
})

describe('edge cache purge', () => {
  const received: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = []
  let apiResponse: { status: number; body: string }
  let server: AnyServer
  let url: string

  beforeEach(async () => {
    received.length = 0
    apiResponse = { status: 200, body: '{"success":true}' }
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(apiResponse.status, { 'content-type': 'application/json' }).end(apiResponse.body)
      })
    })
    url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  })
  afterEach(() => closeServer(server))

  const kinds: [EdgeCacheEnv['kind'], () => EdgeCacheEnv][] = [
    ['varnish', () => ({ kind: 'varnish', urls: [url, `${url}/second`] })],
    ['fastly', () => ({ kind: 'fastly', apiUrl: url, serviceId: 'a/b', token: 'secret' })],
    ['cloudflare', () => ({ kind: 'cloudflare', apiUrl: url, zoneId: 'zone', token: 'secret' })],
  ]

  it("sends the keys in each vendor's documented format", async () => {
    for (const [, env] of kinds) await createEdgeCache(env())?.purge(['one', 'two'])
    expect(received).toMatchObject([
      { method: 'PURGE', url: '/', headers: { xkey: 'one two' } },
      { method: 'PURGE', url: '/second', headers: { xkey: 'one two' } },
      {
        method: 'POST',
        url: '/service/a%2Fb/purge',
        headers: { 'fastly-key': 'secret', 'fastly-soft-purge': '1', 'surrogate-key': 'one two' },
      },
      { method: 'POST', url: '/zones/zone/purge_cache', headers: { authorization: 'Bearer secret' } },
    ])
    expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({ tags: ['one', 'two'] })
  })

  it.each(kinds)('fails with an error code and without the response text if %s rejects it', async (_, env) => {
    apiResponse = { status: 429, body: '{"success":false,"errors":[{"message":"secret"}]}' }
    await expect(createEdgeCache(env())?.purge(['one'])).rejects.toMatchObject({ code: 'http_429' })
  })

  it.each(['{"success":false,"errors":[{"code":1}]}', 'not JSON', ''])(
    'fails for Cloudflare unless the response confirms success: %j',
    async (body) => {
      apiResponse = { status: 200, body }
      const cloudflare = createEdgeCache({ kind: 'cloudflare', apiUrl: url, zoneId: 'zone', token: 'secret' })
      await expect(cloudflare?.purge(['one'])).rejects.toMatchObject({ code: 'not_successful' })
    },
  )

  it('does not follow redirects', async () => {
    apiResponse = { status: 200, body: '' }
    const redirectServer = createServer((_, response) => response.writeHead(302, { location: url }).end())
    const port = await listenOnFreePort(redirectServer)
    const fastly = createEdgeCache({
      kind: 'fastly',
      apiUrl: `http://127.0.0.1:${port}`,
      serviceId: 'a',
      token: 'secret',
    })
    await expect(fastly?.purge(['one'])).rejects.toMatchObject({ code: 'no_answer' })
    expect(received).toEqual([])
    await closeServer(redirectServer)
  })
})
