import { expect, it } from 'vitest'
import { startFastly } from '../index.ts'
import { fetchPage, type Page, createTestClock, startTestSite, whenDone } from './fixtures.ts'

const TOKEN = 'local-token'

const buildPage = (body: string, cacheControl = 'max-age=86400', keys = 'home post-1'): Page => ({
  headers: {
    'cache-control': 'public, max-age=0, must-revalidate',
    'surrogate-control': cacheControl,
    'surrogate-key': keys,
    etag: `"${body}"`,
  },
  body,
})

async function startTestFastly(first: Page) {
  const site = await startTestSite(first)
  const clock = createTestClock()
  const fastly = await startFastly({ origin: site.origin, serviceId: 'local', token: TOKEN, now: clock.now })
  whenDone(fastly.close)
  const purge = async (path: string, headers: Record<string, string> = {}, body?: string) => {
    const init = { method: 'POST', headers: { 'fastly-key': TOKEN, ...headers }, body }
    const response = await fetch(fastly.apiUrl + path, init)
    return { status: response.status, json: (await response.json()) as Record<string, string> }
  }
  return { site, clock, fastly, purge, visit: (init?: RequestInit) => fetchPage(`${fastly.url}/`, init) }
}

it('Fastly cache uses Surrogate-Control, and strips it and the keys from responses', async () => {
  const { site, clock, visit } = await startTestFastly(buildPage('one'))
  expect(await visit()).toMatchObject({ status: 200, body: 'one' })
  site.becomes(buildPage('two'))
  clock.pass(86_399)
  const second = await visit()
  expect(second.body).toBe('one')
  expect(Object.fromEntries(second.headers)).toMatchObject({
    'x-cache': 'HIT',
    age: '86399',
    'cache-control': 'public, max-age=0, must-revalidate',
  })
  expect([...second.headers.keys()].filter((name) => name.startsWith('surrogate'))).toEqual([])
  const debugResponse = await visit({ headers: { 'fastly-debug': '1' } })
  expect(debugResponse.headers.get('surrogate-key')).toBe('home post-1')
  clock.pass(1)
  expect((await visit()).body).toBe('two')
})

it.each([
  ['a header', { 'surrogate-key': 'unknown post-1' }, undefined],
  ['a body', { 'content-type': 'application/json' }, '{"surrogate_keys":["unknown","post-1"]}'],
])('Fastly API purges the keys in %s and returns an id for each', async (_, headers, body) => {
  const { site, fastly, purge, visit } = await startTestFastly(buildPage('one'))
  await visit()
  site.becomes(buildPage('two'))
  const { status, json } = await purge('/service/local/purge', headers, body)
  expect(status).toBe(200)
  expect(Object.keys(json)).toEqual(['unknown', 'post-1'])
  expect((await visit()).body).toBe('two')
  expect(fastly.purges()).toMatchObject([{ tags: ['unknown', 'post-1'], isSoft: false, isEverything: false }])
})

it('Fastly API purges one key by URL, or everything', async () => {
  const { site, purge, visit } = await startTestFastly(buildPage('one'))
  await visit()
  site.becomes(buildPage('two'))
  expect((await purge('/service/local/purge/post-2')).json).toMatchObject({ status: 'ok' })
  expect((await visit()).body).toBe('one')
  expect((await purge('/service/local/purge/post-1')).json).toMatchObject({ status: 'ok', id: expect.any(String) })
  expect((await visit()).body).toBe('two')
  site.becomes(buildPage('three'))
  expect(await purge('/service/local/purge_all')).toEqual({ status: 200, json: { status: 'ok' } })
  expect((await visit()).body).toBe('three')
})

it('Fastly soft purge serves a stale page only with stale-while-revalidate', async () => {
  const softPurgeHeaders = { 'fastly-soft-purge': '1', 'surrogate-key': 'home' }
  const lenient = await startTestFastly(buildPage('one', 'max-age=60, stale-while-revalidate=60'))
  await lenient.visit()
  lenient.site.becomes(buildPage('two'))
  await lenient.purge('/service/local/purge', softPurgeHeaders)
  expect((await lenient.visit()).body).toBe('one')
  await expect.poll(async () => (await lenient.visit()).body).toBe('two')

  const strict = await startTestFastly(buildPage('one', 'max-age=60'))
  await strict.visit()
  strict.site.becomes(buildPage('two'))
  await strict.purge('/service/local/purge', softPurgeHeaders)
  expect((await strict.visit()).body).toBe('two')
})

it('Fastly soft purge keeps a page that the origin confirms with 304', async () => {
  const { site, purge, visit } = await startTestFastly(buildPage('one'))
  await visit()
  site.becomes((received) =>
    received.headers['if-none-match'] === '"one"' ? { ...buildPage('one'), status: 304, body: '' } : buildPage('new'),
  )
  await purge('/service/local/purge', { 'fastly-soft-purge': '1', 'surrogate-key': 'home' })
  expect((await visit()).body).toBe('one')
  expect((await visit()).headers.get('x-cache')).toBe('HIT')
  expect(site.received).toHaveLength(2)
})

it.each(['an error', 'a closed port'])(
  'Fastly cache serves stale pages up to stale-if-error after %s',
  async (failure) => {
    const { site, clock, visit } = await startTestFastly(buildPage('one', 'max-age=60, stale-if-error=600'))
    await visit()
    if (failure === 'an error') site.becomes({ status: 500, body: 'broken' })
    else await site.close()
    clock.pass(660)
    expect(await visit()).toMatchObject({ status: 200, body: 'one' })
    clock.pass(1)
    expect((await visit()).status).toBe(failure === 'an error' ? 500 : 503)
  },
)

it.each([
  ['private', { 'cache-control': 'private', 'surrogate-control': 'max-age=60' }],
  ['no-store', { 'cache-control': 'no-store' }],
  ['a cookie', { 'surrogate-control': 'max-age=60', 'set-cookie': 'a=b' }],
])('Fastly cache does not store responses with %s', async (_, headers) => {
  const { site, visit } = await startTestFastly({ headers, body: 'mine' })
  await visit()
  await visit()
  expect(site.received).toHaveLength(2)
})

it('Fastly cache stores responses with no-cache for two minutes', async () => {
  const { site, clock, visit } = await startTestFastly({ headers: { 'cache-control': 'no-cache' }, body: 'one' })
  await visit()
  clock.pass(119)
  await visit()
  expect(site.received).toHaveLength(1)
  clock.pass(1)
  await visit()
  expect(site.received).toHaveLength(2)
})

it('Fastly cache stores variants by Vary and normalizes encodings', async () => {
  const { site, visit } = await startTestFastly(buildPage('unused'))
  site.becomes(({ headers }) => ({
    headers: { 'surrogate-control': 'max-age=60', vary: 'RSC, Accept-Encoding' },
    body: `${headers.rsc ?? 'page'} ${headers['accept-encoding'] ?? 'plain'}`,
  }))
  const gzipHeaders = { 'accept-encoding': 'deflate, gzip;q=0.8' }
  expect((await visit({ headers: gzipHeaders })).body).toBe('page gzip')
  expect((await visit({ headers: { 'accept-encoding': 'gzip' } })).body).toBe('page gzip')
  expect((await visit({ headers: { ...gzipHeaders, rsc: '1' } })).body).toBe('1 gzip')
  expect((await visit({ headers: { 'accept-encoding': 'identity' } })).body).toBe('page plain')
  expect(site.received).toHaveLength(3)
})

it('Fastly cache gives concurrent requests their own variant', async () => {
  const { site, visit } = await startTestFastly(buildPage('unused'))
  site.becomes(({ headers }) => ({
    headers: { 'surrogate-control': 'max-age=60', vary: 'RSC' },
    body: String(headers.rsc ?? 'page'),
  }))
  const [page, data] = await Promise.all([visit(), visit({ headers: { rsc: '1' } })])
  expect([page?.body, data?.body]).toEqual(['page', '1'])
})

it('Fastly cache serves GET, HEAD and 304 from one origin response', async () => {
  const { site, visit } = await startTestFastly(buildPage('one'))
  const responses = await Promise.all(Array.from({ length: 5 }, () => visit()))
  expect(responses.map(({ body }) => body)).toEqual(Array(5).fill('one'))
  expect(await visit({ headers: { 'if-none-match': 'W/"one"' } })).toMatchObject({ status: 304, body: '' })
  const head = await visit({ method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('3')
  expect(head.body).toBe('')
  expect(site.received).toHaveLength(1)
})

it('Fastly cache forwards POST requests with the client address', async () => {
  const { site, visit } = await startTestFastly({ status: 303, headers: { location: '/thanks' } })
  const response = await visit({ method: 'POST', body: 'name=a', redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/thanks'])
  expect(site.received[0]).toMatchObject({ method: 'POST', body: 'name=a' })
  expect(site.received[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'fastly-client-ip': '127.0.0.1' })
})

it.each([
  ['without the token', '/service/local/purge', { 'fastly-key': '', 'surrogate-key': 'home' }, 401],
  ['for another service', '/service/other/purge', { 'surrogate-key': 'home' }, 404],
  ['without keys', '/service/local/purge', {}, 400],
  ['for 257 keys', '/service/local/purge', { 'surrogate-key': Array(257).fill('k').join(' ') }, 400],
  ['for a key of 1,025 bytes', `/service/local/purge/${'k'.repeat(1025)}`, {}, 400],
  ['for a URL', '/purge/www.example.com/', {}, 501],
])('Fastly API rejects a purge %s', async (_, path, headers, status) => {
  const { fastly, purge } = await startTestFastly(buildPage('one'))
  const response = await purge(path, headers as Record<string, string>)
  expect(response).toMatchObject({ status, json: { msg: expect.any(String) } })
  expect(fastly.purges()).toEqual([])
})

it('Fastly API simulates the requested number of failures and timeouts', async () => {
  const { fastly, purge } = await startTestFastly(buildPage('one'))
  fastly.injectFault(429, 2)
  const statuses = [await purge('/service/local/purge/a'), await purge('/service/local/purge/a')].map(
    (response) => response.status,
  )
  expect(statuses).toEqual([429, 429])
  expect((await purge('/service/local/purge/a')).status).toBe(200)
  fastly.injectFault('silence')
  const signal = AbortSignal.timeout(100)
  const init = { method: 'POST', headers: { 'fastly-key': TOKEN, 'surrogate-key': 'b' }, signal }
  await expect(fetch(`${fastly.apiUrl}/service/local/purge`, init)).rejects.toThrow(/aborted due to timeout/)
  expect(fastly.purges()).toHaveLength(1)
})

it('Fastly cache uses only complete keys within the first 16 KB', async () => {
  const filler = 'k'.repeat(16 * 1024 - 5)
  const { site, purge, visit } = await startTestFastly(buildPage('one', 'max-age=60', `${filler} last cut`))
  await visit()
  site.becomes(buildPage('two'))
  await purge('/service/local/purge/cut')
  expect((await visit()).body).toBe('one')
  await purge('/service/local/purge/last')
  expect((await visit()).body).toBe('two')
})
