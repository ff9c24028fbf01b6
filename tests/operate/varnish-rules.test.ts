import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { type AnyServer, sendHttpRequest, closeServer, listenOnFreePort } from '../support/http.ts'
import { pollUntil } from '../support/until.ts'
import { hasProgram } from './support/programs.ts'
import { startVarnish, type Varnish } from './support/varnish.ts'

const CACHEABLE_HEADERS = { xkey: 'all page', 'surrogate-control': 'max-age=60', 'cache-control': 'public, max-age=0' }

/* The origin sends responses that the site never sends. Varnish's rules must handle those as well. */
describe.skipIf(!hasProgram('varnishd'))('Varnish rules', () => {
  let origin: AnyServer
  let varnish: Varnish
  let port: number
  let originResponse: { status: number; headers: OutgoingHttpHeaders }
  let responseCount = 0

  beforeAll(async () => {
    origin = createServer((request, response) => {
      if (request.url === '/api/health/ready') return void response.writeHead(200).end()
      responseCount += 1
      response.writeHead(originResponse.status, originResponse.headers).end(`answer ${responseCount}`)
    })
    const originPort = await listenOnFreePort(origin)
    port = await findFreePort()
    const purgePort = await findFreePort()
    varnish = await startVarnish([originPort], port, purgePort, '127.0.0.1')
    // Sends one purge, because Varnish caches pages for only two seconds before its first purge.
    await fetch(varnish.purgeUrl, { method: 'PURGE', headers: { xkey: 'nothing' } })
    originResponse = { status: 200, headers: {} }
    await pollUntil('a ready server', async () =>
      (await sendHttpRequest(port, '/ready')).status === 200 ? true : undefined,
    )
  })

  afterAll(async () => {
    await varnish?.stop()
    await closeServer(origin)
  })

  let paths = 0
  async function isCached(status: number, headers: OutgoingHttpHeaders, path = `/page-${paths++}`): Promise<boolean> {
    originResponse = { status, headers }
    const first = await sendHttpRequest(port, path)
    const second = await sendHttpRequest(port, path)
    return first.body.equals(second.body)
  }

  test('a response with surrogate key and lifetime is cached', async () => {
    expect(await isCached(200, CACHEABLE_HEADERS)).toBe(true)
    expect(await isCached(200, { 'cache-control': 'public, max-age=31536000, immutable' }, '/_next/static/a.js')).toBe(
      true,
    )
  })

  test.each([
    ['a cookie', 200, { ...CACHEABLE_HEADERS, 'set-cookie': '__session=abc' }],
    ['private', 200, { ...CACHEABLE_HEADERS, 'cache-control': 'private, no-cache' }],
    ['no-store', 200, { ...CACHEABLE_HEADERS, 'cache-control': 'no-store' }],
    ['Vary: Cookie', 200, { ...CACHEABLE_HEADERS, vary: 'Cookie' }],
    ['Vary: *', 200, { ...CACHEABLE_HEADERS, vary: '*' }],
    ['no surrogate key', 200, { 'surrogate-control': 'max-age=60' }],
    ['no lifetime', 200, { xkey: 'all' }],
    [
      'a lifetime that is not a plain number',
      200,
      { ...CACHEABLE_HEADERS, 'surrogate-control': 'max-age=9e9, content="ESI/1.0"' },
    ],
    ['a lifetime for all shared caches', 200, { 'cache-control': 'public, s-maxage=3600, max-age=3600' }],
    [
      'an Expires header in the future',
      200,
      { expires: 'Tue, 01 Jan 2075 00:00:00 GMT', 'last-modified': 'Tue, 01 Jan 2019 00:00:00 GMT' },
    ],
    ['status 404', 404, CACHEABLE_HEADERS],
    ['status 301', 301, { ...CACHEABLE_HEADERS, location: '/elsewhere' }],
    ['status 500', 500, CACHEABLE_HEADERS],
    ['immutable on another path', 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
  ])('a response with %s is not cached', async (_, status, headers) => {
    expect(await isCached(status, headers)).toBe(false)
  })

  test.each([
    '/api/a',
    '/dashboard',
    '/login',
    '/register/x',
    '/studio/',
    '/__clerk/npm/a.js',
    '/newsletter/confirm',
    '/search',
  ])('%s is never cached, even with cacheable headers', async (path) => {
    expect(await isCached(200, CACHEABLE_HEADERS, path)).toBe(false)
  })

  test('unsafe methods reach the origin every time', async () => {
    originResponse = { status: 200, headers: CACHEABLE_HEADERS }
    const countBefore = responseCount
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      await sendHttpRequest(port, '/written', { method, body: 'a' })
    expect(responseCount - countBefore).toBe(5)
  })
})
