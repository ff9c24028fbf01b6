import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { revalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { untilTag } from '../../../lib/platform/cache/until-tag.ts'
import { edgeCacheOf } from '../../../lib/platform/edge-cache/edge-cache.ts'
import { edgeHeaders } from '../../../lib/platform/edge-cache/edge.ts'
import { EVERYTHING, keysOfAnswer, keysOfTags } from '../../../lib/platform/edge-cache/keys.ts'
import { secondsToKeep } from '../../../lib/platform/edge-cache/lifetime.ts'
import { type EdgeCacheEnv, parseEnv } from '../../../lib/platform/env/env.ts'
import { type AnyServer, closed, listening } from '../../support/http.ts'
import { siteVariables } from '../../support/site-env.ts'

const manyTags = (count: number) => Array.from({ length: count }, (_, index) => `city.field-${index}`)

describe('cache keys of a response', () => {
  it('include one key per tag and one key that purges everything', () => {
    const keys = new Set(keysOfAnswer(['city', 'id:settings', 'city:chicago']))
    for (const tag of ['city', 'id:settings', 'city:chicago'])
      expect(keysOfTags([tag]).some((key) => keys.has(key))).toBe(true)
    expect(keys).toContain(EVERYTHING)
    expect(keysOfTags(['city:boise']).some((key) => keys.has(key))).toBe(false)
  })

  it.each([10, 599, 700, 20_000])('fit into a header for %i tags, and each tag purges the response', (count) => {
    const tags = manyTags(count)
    const keys = keysOfAnswer(tags)
    expect(keys.join(' ').length).toBeLessThan(8_000 - 1_000)
    const own = new Set(keys)
    expect(tags.filter((tag) => !keysOfTags([tag]).some((key) => own.has(key)))).toEqual([])
  })

  it('contain only word characters and hyphens', () => {
    expect(keysOfAnswer(['page:a b,c', 'page:é\r\nx: y']).join('')).toMatch(/^[\w-]+$/)
  })
})

describe('edge cache lifetime', () => {
  const now = Date.now()
  const page = { tags: ['city'], startedAt: now - 10_000, retryAt: undefined, cacheControl: undefined }

  it("is one hour, or the remaining part of the page's own revalidation time", () => {
    expect(secondsToKeep(page, now)).toBe(3_600)
    expect(secondsToKeep({ ...page, cacheControl: { revalidate: 3_600 } }, now)).toBe(3_590)
    expect(secondsToKeep({ ...page, startedAt: now - 3_601_000, cacheControl: { revalidate: 3_600 } }, now)).toBe(0)
  })

  it('ends when scheduled content changes or a retry is due', () => {
    expect(secondsToKeep({ ...page, tags: ['city', untilTag(now + 90_000)] }, now)).toBe(90)
    expect(secondsToKeep({ ...page, retryAt: now + 3_000 }, now)).toBe(3)
  })

  it('is zero for a revalidated page and short if revalidations may be unknown', () => {
    revalidatedTags().mark(['city'], now)
    expect(secondsToKeep(page, now)).toBe(0)
    expect(secondsToKeep({ ...page, tags: ['post'] }, now)).toBe(3_600)
    expect(secondsToKeep({ ...page, tags: ['post'] }, now, 2)).toBe(2)
  })
})

describe('edge cache headers', () => {
  it('are absent without an edge cache', () => {
    expect(edgeHeaders(parseEnv(siteVariables))).toBeUndefined()
  })

  it('always state the lifetime, even zero, because caches merge headers of a 304', () => {
    const varnish = { EDGE_CACHE: 'varnish', VARNISH_URLS: 'http://127.0.0.1:6085' }
    const headers = edgeHeaders(parseEnv({ ...siteVariables, ...varnish }))
    const page = { tags: ['city'], startedAt: Date.now() - 10, retryAt: undefined, cacheControl: undefined }
    // Other processes may have published content that this process does not know yet.
    expect(headers?.(page)).toEqual({ xkey: keysOfAnswer(['city']).join(' '), 'surrogate-control': 'max-age=2' })
    revalidatedTags().mark(['city'])
    expect(headers?.(page)).toMatchObject({ 'surrogate-control': 'max-age=0' })
  })
})

describe('edge cache purge', () => {
  const received: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = []
  let answers: { status: number; body: string }
  let server: AnyServer
  let url: string

  beforeEach(async () => {
    received.length = 0
    answers = { status: 200, body: '{"success":true}' }
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(answers.status, { 'content-type': 'application/json' }).end(answers.body)
      })
    })
    url = `http://127.0.0.1:${await listening(server)}`
  })
  afterEach(() => closed(server))

  const kinds: [EdgeCacheEnv['kind'], () => EdgeCacheEnv][] = [
    ['varnish', () => ({ kind: 'varnish', urls: [url, `${url}/second`] })],
    ['fastly', () => ({ kind: 'fastly', apiUrl: url, serviceId: 'a/b', token: 'secret' })],
    ['cloudflare', () => ({ kind: 'cloudflare', apiUrl: url, zoneId: 'zone', token: 'secret' })],
  ]

  it("sends the keys in each vendor's documented format", async () => {
    for (const [, env] of kinds) await edgeCacheOf(env())?.purge(['one', 'two'])
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
    answers = { status: 429, body: '{"success":false,"errors":[{"message":"secret"}]}' }
    await expect(edgeCacheOf(env())?.purge(['one'])).rejects.toMatchObject({ code: 'http_429' })
  })

  it.each(['{"success":false,"errors":[{"code":1}]}', 'not JSON', ''])(
    'fails at Cloudflare unless the response confirms success: %j',
    async (body) => {
      answers = { status: 200, body }
      const cloudflare = edgeCacheOf({ kind: 'cloudflare', apiUrl: url, zoneId: 'zone', token: 'secret' })
      await expect(cloudflare?.purge(['one'])).rejects.toMatchObject({ code: 'not_successful' })
    },
  )

  it('does not follow redirects', async () => {
    answers = { status: 200, body: '' }
    const elsewhere = createServer((_, response) => response.writeHead(302, { location: url }).end())
    const port = await listening(elsewhere)
    const fastly = edgeCacheOf({ kind: 'fastly', apiUrl: `http://127.0.0.1:${port}`, serviceId: 'a', token: 'secret' })
    await expect(fastly?.purge(['one'])).rejects.toMatchObject({ code: 'no_answer' })
    expect(received).toEqual([])
    await closed(elsewhere)
  })
})
