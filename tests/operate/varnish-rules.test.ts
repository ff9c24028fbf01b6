import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../packages/local-server/tests/servers.ts'
import { type AnyServer, ask, closed, listening } from '../support/http.ts'
import { until } from '../support/until.ts'
import { hasProgram } from './support/programs.ts'
import { startVarnish, type Varnish } from './support/varnish.ts'

const KEPT = { xkey: 'all page', 'surrogate-control': 'max-age=60', 'cache-control': 'public, max-age=0' }

/* The origin sends responses that the site never sends. Varnish's rules must hold for those, too. */
describe.skipIf(!hasProgram('varnishd'))('Varnish rules', () => {
  let origin: AnyServer
  let varnish: Varnish
  let port: number
  let answer: { status: number; headers: OutgoingHttpHeaders }
  let given = 0

  beforeAll(async () => {
    origin = createServer((request, response) => {
      if (request.url === '/api/health/ready') return void response.writeHead(200).end()
      given += 1
      response.writeHead(answer.status, answer.headers).end(`answer ${given}`)
    })
    const originPort = await listening(origin)
    port = await freePort()
    const purgePort = await freePort()
    varnish = await startVarnish([originPort], port, purgePort, '127.0.0.1')
    // Sends one purge, because Varnish caches pages for only two seconds before its first purge.
    await fetch(varnish.purgeUrl, { method: 'PURGE', headers: { xkey: 'nothing' } })
    answer = { status: 200, headers: {} }
    await until('a ready server', async () => ((await ask(port, '/ready')).status === 200 ? true : undefined))
  })

  afterAll(async () => {
    await varnish?.stop()
    await closed(origin)
  })

  let paths = 0
  async function isKept(status: number, headers: OutgoingHttpHeaders, path = `/page-${paths++}`): Promise<boolean> {
    answer = { status, headers }
    const first = await ask(port, path)
    const second = await ask(port, path)
    return first.body.equals(second.body)
  }

  test('a response with surrogate key and lifetime is cached', async () => {
    expect(await isKept(200, KEPT)).toBe(true)
    expect(await isKept(200, { 'cache-control': 'public, max-age=31536000, immutable' }, '/_next/static/a.js')).toBe(
      true,
    )
  })

  test.each([
    ['a cookie', 200, { ...KEPT, 'set-cookie': '__session=abc' }],
    ['private', 200, { ...KEPT, 'cache-control': 'private, no-cache' }],
    ['no-store', 200, { ...KEPT, 'cache-control': 'no-store' }],
    ['Vary: Cookie', 200, { ...KEPT, vary: 'Cookie' }],
    ['Vary: *', 200, { ...KEPT, vary: '*' }],
    ['no key', 200, { 'surrogate-control': 'max-age=60' }],
    ['no life', 200, { xkey: 'all' }],
    ['a life that is no number', 200, { ...KEPT, 'surrogate-control': 'max-age=9e9, content="ESI/1.0"' }],
    ['a life for any cache', 200, { 'cache-control': 'public, s-maxage=3600, max-age=3600' }],
    [
      'an end in the future',
      200,
      { expires: 'Tue, 01 Jan 2075 00:00:00 GMT', 'last-modified': 'Tue, 01 Jan 2019 00:00:00 GMT' },
    ],
    ['status 404', 404, KEPT],
    ['status 301', 301, { ...KEPT, location: '/elsewhere' }],
    ['status 500', 500, KEPT],
    ['immutable for another path', 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
  ])('a response with %s is not cached', async (_, status, headers) => {
    expect(await isKept(status, headers)).toBe(false)
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
    expect(await isKept(200, KEPT, path)).toBe(false)
  })

  test('unsafe methods reach the origin every time', async () => {
    answer = { status: 200, headers: KEPT }
    const before = given
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      await ask(port, '/written', { method, body: 'a' })
    expect(given - before).toBe(5)
  })
})
