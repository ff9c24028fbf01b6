import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { LEGACY_SEARCH_PATH } from '../../lib/routes.ts'
import { ALWAYS_REVALIDATE } from '../../server/http/response-headers.ts'
import { sendHttpRequest, type HttpResponse } from '../support/http.ts'
import {
  applyEdit,
  type Edit,
  buildEdit,
  requestFirstViews,
  collectOriginalValues,
  waitUntilShown,
} from '../support/pages/first-views.ts'
import { addMissingSamples, removeMissingSamples } from '../support/pages/missing-samples.ts'
import { publish, publishAndWait } from '../support/pages/publishing.ts'
import {
  contentTypes,
  findVisibleContent,
  type VisibleContent,
  type VisibleDocument,
  type VisibleText,
} from '../support/pages/visible-content.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { mapConcurrently, pollUntil, waitUntilTime } from '../support/until.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'
import { startVarnish, type Varnish } from './support/varnish.ts'

/** Maximum pages checked per text. freshness.spec.ts checks all of them on one process without a cache. */
const MAX_PAGES = 4

const isPage = (path: string) => !/\.(?:txt|xml)$/.test(path)

/** Returns the first text of a document that appears on HTML pages, with at most MAX_PAGES of them. */
function limitToPages({ texts }: VisibleDocument): VisibleText[] {
  const text = texts.find(({ paths }) => paths.some(isPage))
  if (!text) throw new Error('No page shows it')
  return [{ ...text, paths: text.paths.filter(isPage).slice(0, MAX_PAGES) }]
}

describe.skipIf(!hasProgram('varnishd'))('three processes behind Varnish', () => {
  let sites: Site[]
  let varnish: Varnish
  let purgeRelay: TcpRelay
  let content: VisibleContent

  const startSites = async (ports: number[] = []) => {
    const variables = {
      EDGE_CACHE: 'varnish',
      VARNISH_URLS: `http://127.0.0.1:${purgeRelay.port}`,
      TRUSTED_PROXIES: '1',
    }
    const startedSites: Site[] = []
    // Starts the processes one at a time, because the first one creates the tables.
    for (let index = 0; index < 3; index++) {
      const port = ports[index]
      startedSites.push(
        await startSite({ name: `behind-varnish-${index}`, variables, ...(port !== undefined && { port }) }),
      )
    }
    return startedSites
  }

  beforeAll(async () => {
    const purgePort = await findFreePort()
    purgeRelay = await startTcpRelay(purgePort)
    sites = await startSites()
    const ports = sites.map(({ port }) => port)
    varnish = await startVarnish(ports, stack.sitePort, purgePort)
    await addMissingSamples()
    content = await findVisibleContent()
  })

  afterAll(async () => {
    await removeMissingSamples()
    await Promise.all((sites ?? []).map((site) => site.stop()))
    await varnish?.stop()
    await purgeRelay?.close()
  })

  const fetchPage = (path: string, headers = {}, method = 'GET') =>
    sendHttpRequest(stack.sitePort, path, { headers: { host: 'localhost', ...headers }, method })

  async function countBackendRequests(run: () => Promise<unknown>): Promise<number> {
    const countBefore = varnish.count('MAIN.backend_req')
    await run()
    return varnish.count('MAIN.backend_req') - countBefore
  }

  const purgeEverything = () => fetch(varnish.purgeUrl, { method: 'PURGE', headers: { xkey: 'all' } })

  const getDocument = (type: string): VisibleDocument => {
    const document = content.byType.get(type)
    if (!document) throw new Error(`There is no ${type}`)
    return document
  }

  async function publishAndDelete(path: string): Promise<void> {
    const _id = 'page-that-is-taken-away'
    const checkStatus = async (status: number) => (await fetchPage(path)).status === status || undefined
    await lake.createOrReplace({ _id, _type: 'page', title: 'A page that is taken away', path })
    await pollUntil('the published page', () => checkStatus(200))
    expect(await countBackendRequests(() => fetchPage(path))).toBe(0)
    await lake.delete(_id)
    await pollUntil('the page to disappear', () => checkStatus(404))
  }

  test('every published content type is fresh on the next request', async () => {
    const documents = contentTypes.map(getDocument)
    const texts = documents.map(limitToPages)
    await waitUntilShown(texts.flat())
    const edits: Edit[] = documents.map((document, index) => buildEdit(document, texts[index] ?? []))
    try {
      await mapConcurrently(edits, ({ id, values }) => publishAndWait(id, values))
      const views = await mapConcurrently(edits, (edit) => requestFirstViews(edit), 1)
      const results = views.map(({ old, withoutNew }, index) => ({ type: contentTypes[index], old, withoutNew }))
      expect(results).toEqual(contentTypes.map((type) => ({ type, old: [], withoutNew: [] })))
    } finally {
      await mapConcurrently(documents, (document) => publishAndWait(document.id, collectOriginalValues(document)))
    }
  })

  describe('cached page', () => {
    beforeAll(async () => {
      const database = postgres(stack.env.databaseUrl, { max: 1 })
      const areAllPurged = async () => {
        const [remaining] = await database<{ count: number }[]>`select count(*)::int as count from edge_purges`
        return remaining?.count === 0 || undefined
      }
      await pollUntil('all purges', areAllPurged, { deadlineMs: 60_000 })
      await database.end()
      await fetchPage('/pricing', { 'accept-encoding': 'br' })
      await fetchPage('/pricing', { 'accept-encoding': 'gzip' })
      await fetchPage('/pricing')
    })

    test('is shared across cookies, headers, hosts and tracking parameters', async () => {
      const responses: HttpResponse[] = []
      const count = await countBackendRequests(async () => {
        for (const headers of [
          {},
          { cookie: '__session=a; theme=dark; __clerk_db_jwt=b' },
          { 'accept-language': 'es', 'user-agent': 'Googlebot', dnt: '1' },
          { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
          { rsc: '1', 'next-router-prefetch': '1' },
        ])
          responses.push(await fetchPage(`/pricing?utm_source=${responses.length}`, headers))
      })
      expect(count).toBe(0)
      expect(new Set(responses.map(({ status, body }) => `${status} ${body.toString()}`)).size).toBe(1)
      expect(responses[0]?.status).toBe(200)
    })

    test('is served as plain, gzip, Brotli, 304 and HEAD from the cache', async () => {
      const count = await countBackendRequests(async () => {
        const plainResponse = await fetchPage('/pricing')
        const gzipResponse = await fetchPage('/pricing', { 'accept-encoding': 'gzip, deflate' })
        const brotliResponse = await fetchPage('/pricing', { 'accept-encoding': 'gzip, deflate, br, zstd' })
        expect([plainResponse, gzipResponse, brotliResponse].map(({ headers }) => headers['content-encoding'])).toEqual(
          [undefined, 'gzip', 'br'],
        )
        expect(gunzipSync(gzipResponse.body).equals(plainResponse.body)).toBe(true)
        expect(brotliDecompressSync(brotliResponse.body).equals(plainResponse.body)).toBe(true)
        const revalidation = await fetchPage('/pricing', {
          'accept-encoding': 'br',
          'if-none-match': brotliResponse.headers.etag ?? '',
        })
        expect([revalidation.status, revalidation.body.length]).toEqual([304, 0])
        const headResponse = await fetchPage('/pricing', {}, 'HEAD')
        expect([headResponse.status, headResponse.headers['content-length'], headResponse.body.length]).toEqual([
          200,
          String(plainResponse.body.length),
          0,
        ])
      })
      expect(count).toBe(0)
    })

    test('has no cache headers for visitors and is revalidated by browsers', async () => {
      const { headers } = await fetchPage('/pricing')
      expect(headers['cache-control']).toBe(ALWAYS_REVALIDATE)
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(xkey|surrogate|x-varnish|via|age|x-stored)/)]),
      )
    })

    test('is bypassed for preview cookies and authorization headers', async () => {
      for (const headers of [{ cookie: 'a=b; __prerender_bypass=abc' }, { authorization: 'Bearer abc' }])
        expect(
          await countBackendRequests(async () => [
            await fetchPage('/pricing', headers),
            await fetchPage('/pricing', headers),
          ]),
        ).toBe(2)
    })
  })

  test.each([
    '/dashboard',
    '/dashboard/calls',
    '/login',
    '/api/contact',
    '/api/dashboard/changes',
    '/api/openapi.json',
    '/search?q=furnace',
    '/newsletter/confirm?token=abc',
    '/sign-in',
    '/nothing-is-here',
    // A private path stays private with a file extension, in another encoding, or with dot segments.
    '/dashboard/calls.css',
    '/dashboard/leads/x.js?a=.png',
    '/api/dashboard/leads/style.css',
    '/login/logo.svg',
    '/dashboard;x.css',
    '/dashboard%2fcalls.css',
    '/%64ashboard/x.css',
    '//dashboard/x.css',
    '/pricing/../dashboard',
  ])('%s is never cached', async (path) => {
    expect(await countBackendRequests(async () => [await fetchPage(path), await fetchPage(path)])).toBe(2)
  })

  test("a cached redirect keeps each visitor's query", async () => {
    const locations = [await fetchPage(`${LEGACY_SEARCH_PATH}?q=a`), await fetchPage(`${LEGACY_SEARCH_PATH}?q=b`)].map(
      ({ headers }) => headers.location,
    )
    expect(locations.map((location) => new URL(location ?? '', 'http://a').searchParams.get('q'))).toEqual(['a', 'b'])
  })

  test.each([
    ['another host', { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }],
    ['another scheme and port', { 'x-forwarded-proto': 'http', 'x-forwarded-port': '666', 'x-forwarded-scheme': 'a' }],
    [
      'another path in proxy headers',
      { 'x-original-url': '/nothing', 'x-rewrite-url': '/nothing', 'x-invoke-path': '/nothing' },
    ],
    ['another method', { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' }],
    [
      'React Server Components data',
      { rsc: '1', 'next-router-state-tree': '%5B%5D', 'next-url': '/nothing', accept: 'text/x-component' },
    ],
    ['a skipped Next.js middleware', { 'x-middleware-subrequest': 'middleware:middleware:middleware' }],
    ['a byte range', { range: 'bytes=0-9' }],
    ['no acceptable encoding', { 'accept-encoding': 'br;q=0, gzip;q=0, *;q=0' }],
    ['conditional headers', { 'if-none-match': '*', 'if-modified-since': 'Tue, 01 Jan 2030 00:00:00 GMT' }],
    ['a very long header', { 'x-long': 'a'.repeat(7_000) }],
    ["the cache's own headers", { xkey: 'a', 'surrogate-control': 'max-age=1', 'x-stored': '0', 'x-purged': '1' }],
  ])('a first request for %s does not change the page for other visitors', async (_, headers) => {
    const pageBefore = await fetchPage('/contact')
    await purgeEverything()
    await fetchPage('/contact', headers)
    const pageAfter = await fetchPage('/contact')
    expect(pageAfter.status).toBe(200)
    expect(pageAfter.body.equals(pageBefore.body)).toBe(true)
    expect(pageAfter.headers['content-type']).toBe(pageBefore.headers['content-type'])
    expect(pageAfter.headers['content-security-policy']).toBe(pageBefore.headers['content-security-policy'])
  })

  test('the response to a request with a body is not cached as the page', async () => {
    const pageBefore = await fetchPage('/contact')
    await purgeEverything()
    await sendHttpRequest(stack.sitePort, '/contact', {
      headers: { host: 'localhost', 'content-type': 'text/plain' },
      body: 'a=b',
    })
    expect((await fetchPage('/contact')).body.equals(pageBefore.body)).toBe(true)
  })

  test('visitors cannot purge, and the purge URL accepts only purges', async () => {
    await fetchPage('/pricing')
    expect((await fetchPage('/pricing', { xkey: 'all' }, 'PURGE')).status).toBe(405)
    expect(await countBackendRequests(() => fetchPage('/pricing'))).toBe(0)
    expect((await fetch(`${varnish.purgeUrl}/pricing`)).status).toBe(400)
    expect((await purgeEverything()).status).toBe(200)
    expect(await countBackendRequests(() => fetchPage('/pricing'))).toBe(1)
  })

  test('made-up URLs do not fill the cache', async () => {
    const objectsBefore = varnish.count('MAIN.n_object')
    await mapConcurrently(
      Array.from({ length: 300 }, (_, index) => `/made-up-${index}?${index}`),
      (path) => fetchPage(path),
    )
    await mapConcurrently(
      Array.from({ length: 300 }, (_, index) => `/pricing?cache-buster=${index}`),
      (path) => fetchPage(path),
    )
    await pollUntil('evicted URLs', async () =>
      varnish.count('MAIN.n_object') - objectsBefore < 20 ? true : undefined,
    )
  })

  test('a failed purge is retried, and pages are only briefly stale', async () => {
    const document = getDocument('city')
    const texts = limitToPages(document)
    await waitUntilShown(texts)
    const edit = buildEdit(document, texts)
    purgeRelay.cut()
    try {
      await publishAndWait(edit.id, edit.values)
      const { old } = await requestFirstViews(edit)
      // Without a stale page here, the cache was not involved and the test proves nothing.
      expect(old).not.toEqual([])
      await waitUntilShown(applyEdit(texts, edit))
    } finally {
      purgeRelay.restore()
    }
    await pollUntil('caching to resume', async () =>
      (await countBackendRequests(() => fetchPage('/pricing'))) === 0 ? true : undefined,
    )
    await publishAndWait(document.id, collectOriginalValues(document))
  })

  test('stale pages stay available while all processes are down, and fresh ones follow a restart', async () => {
    const document = getDocument('city')
    const texts = limitToPages(document)
    await waitUntilShown(texts)
    const edit = buildEdit(document, texts)
    const paths = [...edit.pages.keys()]
    await publishAndDelete('/taken-away')
    // Varnish has marked the deleted page as uncacheable until this time.
    await waitUntilTime(Date.now() + 6_000)
    await Promise.all(sites.map((site) => site.kill()))
    expect((await fetchPage('/taken-away')).status).toBe(503)
    const fetchStatuses = async () =>
      (await mapConcurrently(paths, (path) => fetchPage(path))).map(({ status }) => status)
    expect(new Set(await fetchStatuses())).toEqual(new Set([200]))
    await purgeEverything()
    expect(new Set(await fetchStatuses())).toEqual(new Set([200]))
    const unavailable = await fetchPage('/made-up')
    expect([unavailable.status, unavailable.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(unavailable.body.toString()).toContain('Back in a moment')
    await publish(edit.id, edit.values)
    sites = await startSites(sites.map(({ port }) => port))
    await waitUntilShown(applyEdit(texts, edit))
    await publishAndWait(document.id, collectOriginalValues(document))
  })
})
