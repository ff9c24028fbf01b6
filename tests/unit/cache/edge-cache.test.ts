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

describe('the keys of an answer', () => {
  it('are named by each of its tags, and by what purges everything', () => {
    const keys = new Set(keysOfAnswer(['city', 'id:settings', 'city:chicago']))
    for (const tag of ['city', 'id:settings', 'city:chicago'])
      expect(keysOfTags([tag]).some((key) => keys.has(key))).toBe(true)
    expect(keys).toContain(EVERYTHING)
    expect(keysOfTags(['city:boise']).some((key) => keys.has(key))).toBe(false)
  })

  it.each([10, 599, 700, 20_000])('fit into a header also with %i tags, and each of them purges it', (count) => {
    const tags = manyTags(count)
    const keys = keysOfAnswer(tags)
    expect(keys.join(' ').length).toBeLessThan(8_000 - 1_000)
    const own = new Set(keys)
    expect(tags.filter((tag) => !keysOfTags([tag]).some((key) => own.has(key)))).toEqual([])
  })

  it('are plain words, whatever a tag holds', () => {
    expect(keysOfAnswer(['page:a b,c', 'page:é\r\nx: y']).join('')).toMatch(/^[\w-]+$/)
  })
})

describe('the seconds that an answer is kept', () => {
  const now = Date.now()
  const page = { tags: ['city'], startedAt: now - 10_000, retryAt: undefined, cacheControl: undefined }

  it('are an hour, or what is left of the hour of the site', () => {
    expect(secondsToKeep(page, now)).toBe(3_600)
    expect(secondsToKeep({ ...page, cacheControl: { revalidate: 3_600 } }, now)).toBe(3_590)
    expect(secondsToKeep({ ...page, startedAt: now - 3_601_000, cacheControl: { revalidate: 3_600 } }, now)).toBe(0)
  })

  it('end when the page says something else, or is tried again', () => {
    expect(secondsToKeep({ ...page, tags: ['city', untilTag(now + 90_000)] }, now)).toBe(90)
    expect(secondsToKeep({ ...page, retryAt: now + 3_000 }, now)).toBe(3)
  })

  it('are none for a page that was published meanwhile, and few where nobody is sure', () => {
    revalidatedTags().mark(['city'], now)
    expect(secondsToKeep(page, now)).toBe(0)
    expect(secondsToKeep({ ...page, tags: ['post'] }, now)).toBe(3_600)
    expect(secondsToKeep({ ...page, tags: ['post'] }, now, 2)).toBe(2)
  })
})

describe('the headers of an answer', () => {
  it('are none where nothing in front is told of publishes', () => {
    expect(edgeHeaders(parseEnv(siteVariables))).toBeUndefined()
  })

  it('say how long it is kept also where that is not at all: a cache adds those that it has to an answer 304', () => {
    const varnish = { EDGE_CACHE: 'varnish', VARNISH_URLS: 'http://127.0.0.1:6085' }
    const headers = edgeHeaders(parseEnv({ ...siteVariables, ...varnish }))
    const page = { tags: ['city'], startedAt: Date.now() - 10, retryAt: undefined, cacheControl: undefined }
    // Publishes of other processes are not known yet.
    expect(headers?.(page)).toEqual({ xkey: keysOfAnswer(['city']).join(' '), 'surrogate-control': 'max-age=2' })
    revalidatedTags().mark(['city'])
    expect(headers?.(page)).toMatchObject({ 'surrogate-control': 'max-age=0' })
  })
})

describe('a purge', () => {
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

  it('names its keys as each cache documents it', async () => {
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

  it.each(kinds)('that %s refuses is an error with a code, and without its words', async (_, env) => {
    answers = { status: 429, body: '{"success":false,"errors":[{"message":"secret"}]}' }
    await expect(edgeCacheOf(env())?.purge(['one'])).rejects.toMatchObject({ code: 'http_429' })
  })

  it.each(['{"success":false,"errors":[{"code":1}]}', 'not JSON', ''])(
    'counts as done at Cloudflare only when its answer says so, and not with %j',
    async (body) => {
      answers = { status: 200, body }
      const cloudflare = edgeCacheOf({ kind: 'cloudflare', apiUrl: url, zoneId: 'zone', token: 'secret' })
      await expect(cloudflare?.purge(['one'])).rejects.toMatchObject({ code: 'not_successful' })
    },
  )

  it('goes nowhere else than to the cache', async () => {
    answers = { status: 200, body: '' }
    const elsewhere = createServer((_, response) => response.writeHead(302, { location: url }).end())
    const port = await listening(elsewhere)
    const fastly = edgeCacheOf({ kind: 'fastly', apiUrl: `http://127.0.0.1:${port}`, serviceId: 'a', token: 'secret' })
    await expect(fastly?.purge(['one'])).rejects.toMatchObject({ code: 'no_answer' })
    expect(received).toEqual([])
    await closed(elsewhere)
  })
})
