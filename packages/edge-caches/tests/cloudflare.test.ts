import { expect, it } from 'vitest'
import { type CloudflareOptions, startCloudflare } from '../index.ts'
import { fetchPage, type Page, createTestClock, startTestSite, whenDone } from './fixtures.ts'

const TOKEN = 'local-token'
const PURGE_PATH = '/client/v4/zones/local/purge_cache'

const buildPage = (body: string, cacheControl = 'max-age=86400', tags = 'home,post-1'): Page => ({
  headers: {
    'cache-control': 'public, max-age=0, must-revalidate',
    'cloudflare-cdn-cache-control': cacheControl,
    'cache-tag': tags,
    etag: `"${body}"`,
  },
  body,
})

async function startTestCloudflare(first: Page, options: Partial<CloudflareOptions> = {}) {
  const site = await startTestSite(first)
  const clock = createTestClock()
  const { origin } = site
  const cloudflare = await startCloudflare({ origin, zoneId: 'local', token: TOKEN, now: clock.now, ...options })
  whenDone(cloudflare.close)
  const purge = async (body: unknown, path = PURGE_PATH, authorization = `Bearer ${TOKEN}`) => {
    const init = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) }
    const response = await fetch(cloudflare.apiUrl + path, init)
    // eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary response fields
    return { status: response.status, headers: response.headers, json: (await response.json()) as any }
  }
  return { site, clock, cloudflare, purge, visit: (init?: RequestInit) => fetchPage(`${cloudflare.url}/`, init) }
}

it('Cloudflare cache uses its own cache header, and strips it and the tags from responses', async () => {
  const { site, clock, visit } = await startTestCloudflare(buildPage('one'))
  expect((await visit()).headers.get('cf-cache-status')).toBe('MISS')
  site.becomes(buildPage('two'))
  clock.pass(86_399)
  const second = await visit()
  expect(second.body).toBe('one')
  expect(Object.fromEntries(second.headers)).toMatchObject({
    'cf-cache-status': 'HIT',
    'cache-control': 'public, max-age=0, must-revalidate',
  })
  expect(second.headers.has('cache-tag')).toBe(false)
  expect(second.headers.has('cloudflare-cdn-cache-control')).toBe(false)
  clock.pass(1)
  const third = await visit()
  expect([third.body, third.headers.get('cf-cache-status')]).toEqual(['two', 'EXPIRED'])
})

it('Cloudflare cache falls back to CDN-Cache-Control and keeps it in the response', async () => {
  const { clock, visit } = await startTestCloudflare({
    headers: { 'cache-control': 'max-age=0', 'cdn-cache-control': 'max-age=60' },
  })
  await visit()
  clock.pass(59)
  const response = await visit()
  expect(response.headers.get('cf-cache-status')).toBe('HIT')
  expect(response.headers.get('cdn-cache-control')).toBe('max-age=60')
})

it('Cloudflare API purges tags regardless of case', async () => {
  const { site, cloudflare, purge, visit } = await startTestCloudflare(buildPage('one', 'max-age=60', 'Home, ,Post-1,'))
  await visit()
  site.becomes(buildPage('two'))
  await purge({ tags: ['other'] })
  expect((await visit()).body).toBe('one')
  const { status, json } = await purge({ tags: ['POST-1', 'other'] })
  expect([status, json]).toEqual([200, { success: true, errors: [], messages: [], result: { id: 'local' } }])
  const afterPurge = await visit()
  expect([afterPurge.body, afterPurge.headers.get('cf-cache-status')]).toEqual(['two', 'MISS'])
  expect(cloudflare.purges().map(({ tags }) => tags)).toEqual([['other'], ['POST-1', 'other']])
})

it('Cloudflare API purges everything', async () => {
  const { site, cloudflare, purge, visit } = await startTestCloudflare(buildPage('one'))
  await visit()
  site.becomes(buildPage('two'))
  expect((await purge({ purge_everything: true })).status).toBe(200)
  expect((await visit()).body).toBe('two')
  expect(cloudflare.purges()).toMatchObject([{ tags: [], isEverything: true }])
})

it('Cloudflare cache serves stale pages during revalidation and origin failures', async () => {
  const { site, clock, visit } = await startTestCloudflare(
    buildPage('one', 'max-age=60, stale-while-revalidate=60, stale-if-error=600'),
  )
  await visit()
  clock.pass(119)
  site.becomes(buildPage('two', 'max-age=60, stale-if-error=600'))
  const updating = await visit()
  expect([updating.body, updating.headers.get('cf-cache-status')]).toEqual(['one', 'UPDATING'])
  await expect.poll(async () => (await visit()).body).toBe('two')
  await site.close()
  clock.pass(660)
  const stale = await visit()
  expect([stale.status, stale.body, stale.headers.get('cf-cache-status')]).toEqual([200, 'two', 'STALE'])
  clock.pass(1)
  expect((await visit()).status).toBe(521)
})

it('Cloudflare cache never serves stale pages with must-revalidate', async () => {
  const { site, clock, visit } = await startTestCloudflare(
    buildPage('one', 'max-age=60, must-revalidate, stale-while-revalidate=60, stale-if-error=600'),
  )
  await visit()
  clock.pass(61)
  site.becomes(buildPage('two', 'max-age=60, must-revalidate, stale-if-error=600'))
  expect((await visit()).body).toBe('two')
  clock.pass(61)
  site.becomes({ status: 503 })
  expect((await visit()).status).toBe(503)
})

it('Cloudflare cache revalidates pages with max-age=0', async () => {
  const { site, visit } = await startTestCloudflare({
    headers: { 'cache-control': 'public, max-age=0, must-revalidate', etag: '"one"' },
    body: 'one',
  })
  await visit()
  site.becomes((received) => ({
    status: received.headers['if-none-match'] === '"one"' ? 304 : 200,
    headers: { 'cache-control': 'public, max-age=0, must-revalidate', etag: '"one"' },
  }))
  const revisited = await visit()
  expect([revisited.body, revisited.headers.get('cf-cache-status')]).toEqual(['one', 'REVALIDATED'])
})

it.each([
  ['private', { 'cache-control': 'private' }, {}],
  ['no-store', { 'cloudflare-cdn-cache-control': 'no-store', 'cache-control': 'max-age=60' }, {}],
  ['a cookie', { 'cloudflare-cdn-cache-control': 'max-age=60', 'set-cookie': 'a=b' }, {}],
  ['an Authorization request header', { 'cache-control': 'max-age=60' }, { authorization: 'Basic YTpi' }],
])('Cloudflare cache does not store responses with %s', async (_, headers, request) => {
  const { site, visit } = await startTestCloudflare({ headers, body: 'mine' })
  await visit({ headers: request })
  await visit({ headers: request })
  expect(site.received).toHaveLength(2)
})

it('Cloudflare cache ignores every Vary header except Accept-Encoding', async () => {
  const { site, visit } = await startTestCloudflare(buildPage('unused'))
  site.becomes(({ headers }) => ({
    headers: { 'cdn-cache-control': 'max-age=60', vary: 'RSC, Accept-Encoding' },
    body: String(headers.rsc ?? 'page'),
  }))
  expect((await visit({ headers: { rsc: '1' } })).body).toBe('1')
  expect((await visit()).body).toBe('1')
  await visit({ headers: { 'accept-encoding': 'identity' } })
  expect(site.received).toHaveLength(2)
})

it.each([
  ['without a token', { tags: ['a'] }, PURGE_PATH, '', 401],
  ['for another zone', { tags: ['a'] }, PURGE_PATH.replace('local', 'other'), `Bearer ${TOKEN}`, 404],
  ['without tags', {}, PURGE_PATH, `Bearer ${TOKEN}`, 400],
  ['for 101 tags', { tags: Array(101).fill('a') }, PURGE_PATH, `Bearer ${TOKEN}`, 400],
  ['for a tag of 1,025 characters', { tags: ['a'.repeat(1025)] }, PURGE_PATH, `Bearer ${TOKEN}`, 400],
  ['that is not a JSON object', 'tags', PURGE_PATH, `Bearer ${TOKEN}`, 400],
])('Cloudflare API rejects a purge %s', async (_, body, path, authorization, status) => {
  const { cloudflare, purge } = await startTestCloudflare(buildPage('one'))
  const response = await purge(body, path, authorization)
  expect(response).toMatchObject({
    status,
    json: { success: false, errors: [{ code: expect.any(Number) }], result: null },
  })
  expect(cloudflare.purges()).toEqual([])
})

it('Cloudflare API limits purges per plan and sends Retry-After', async () => {
  const { clock, purge } = await startTestCloudflare(buildPage('one'), { plan: 'free' })
  for (let count = 0; count < 25; count += 1) expect((await purge({ tags: ['a'] })).status).toBe(200)
  const rejected = await purge({ tags: ['a'] })
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '12'])
  clock.pass(12)
  expect((await purge({ tags: ['a'] })).status).toBe(200)
})

it('Cloudflare API simulates the requested number of failures', async () => {
  const { cloudflare, purge } = await startTestCloudflare(buildPage('one'))
  cloudflare.injectFault(429, 1)
  const rejected = await purge({ tags: ['a'] })
  expect([rejected.status, rejected.headers.get('retry-after'), rejected.json.success]).toEqual([429, '1', false])
  expect((await purge({ tags: ['a'] })).status).toBe(200)
})
