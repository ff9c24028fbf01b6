import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { STORED_KEY_HEADER } from '../../lib/platform/page-cache/entry.ts'
import type { Call, Value } from '../fixtures/next-app/recording-handler.ts'
import { type NextFixture, startNextFixture } from '../support/next-fixture.ts'

/* Verifies the assumptions of the page cache (lib/platform/page-cache) on an app built with the installed Next.js. */

type Set = Extract<Call, { call: 'set' }>

let app: NextFixture
beforeAll(async () => {
  app = await startNextFixture()
}, 300_000)
afterAll(() => app?.close())

const fetchPath = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' })
const fetchHtml = async (path: string) => (await fetchPath(path)).text()
const revalidate = (tag: string) => fetch(`${app.url}/revalidate`, { method: 'POST', body: tag })

/** Matches Next's cache key of a page: an optional build prefix, then the path. */
const isCacheKey = (path: string, key: string) => key === path || key.endsWith(`$${path}`)

const listStoredPages = (path: string): Set[] =>
  app
    .calls()
    .filter((call): call is Set => call.call === 'set' && call.raw?.kind !== 'FETCH' && isCacheKey(path, call.key))

async function renderPage(path: string): Promise<{ raw: Value; finished: Value; answer: string }> {
  const response = await fetchHtml(path)
  const { raw, finished } = listStoredPages(path).at(-1) ?? {}
  if (!raw || !finished) throw new Error(`Next did not give ${path} to the page cache under this key`)
  return { raw, finished, answer: response }
}

const readFlightData = ({ rscData }: Value) => Buffer.from(rscData ?? []).toString('utf8')

const listScripts = (page = '') =>
  page
    .split('<script')
    .slice(1)
    .map((part) => {
      const end = part.indexOf('>')
      return { attributes: part.slice(0, end), code: part.slice(end + 1, part.indexOf('</script>')) }
    })

/** Waits until Next has stored a path, which it may do after it has responded. */
const waitUntilStored = (path: string, count: number) =>
  vi.waitFor(() => expect(listStoredPages(path)).toHaveLength(count), { timeout: 10_000, interval: 20 })

describe('page cache write', () => {
  it("contains the page's tags in the header x-next-cache-tags", async () => {
    const { raw } = await renderPage('/cities/tags')
    expect(String(raw.headers?.['x-next-cache-tags']).split(',')).toEqual(
      expect.arrayContaining(['settings', 'city:tags']),
    )
  })

  it('contains the tags of a route response in the same header', async () => {
    await revalidate('city:feed')
    app.content.text = 'updated feed'
    await vi.waitFor(async () => expect(await fetchHtml('/feed')).toBe('updated feed'), { timeout: 5_000 })
    const { raw } = listStoredPages('/feed').at(-1) ?? {}
    expect(raw?.kind).toBe('APP_ROUTE')
    expect(String(raw?.headers?.['x-next-cache-tags']).split(',')).toContain('city:feed')
  })

  it('contains the HTML as a string and the flight data as bytes', async () => {
    const { raw } = await renderPage('/cities/form')
    expect(raw).toMatchObject({ kind: 'APP_PAGE', html: expect.stringContaining('</html>') })
    expect(readFlightData(raw)).not.toBe('')
  })

  it('contains no scripts other than those that the page cache recognizes and removes', async () => {
    const { raw, finished } = await renderPage('/cities/scripts')
    expect(listScripts(raw.html).length).toBeGreaterThan(3)
    expect(listScripts(finished.html)).toEqual([])
    expect(finished.html).not.toMatch(/_next\/static\/[^"]*\.js|__next_f|<!--/)
    expect(finished.html).toContain('<h1>')
  })
})

describe('Next.js response', () => {
  it('is the page returned by `set`, even for the request that rendered it', async () => {
    app.content.text = ''
    const missing = await fetchPath('/cities/missing')
    app.content.text = 'first'
    const { finished } = listStoredPages('/cities/missing').at(-1) ?? {}
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-security-policy')).toBe(finished?.headers?.['content-security-policy'])
    expect(missing.headers.get(STORED_KEY_HEADER)).toBe(finished?.headers?.[STORED_KEY_HEADER])
    expect(await missing.text()).toBe(finished?.html)
    const secondMissing = await fetchPath('/cities/missing')
    expect([secondMissing.status, await secondMissing.text()]).toEqual([404, finished?.html])
  })

  it('waits for a new render if `get` returns nothing', async () => {
    app.content.text = 'old'
    expect(await fetchHtml('/cities/waits')).toContain('<h1>old</h1>')
    app.content.text = 'new'
    await revalidate('city:waits')
    expect(await fetchHtml('/cities/waits')).toContain('<h1>new</h1>')
    expect(app.calls()).toContainEqual({ call: 'revalidateTag', tags: ['city:waits'] })
  })

  it('is shared by concurrent requests for an uncached page, with one render', async () => {
    app.content.block()
    const requestsBefore = app.content.requestedPaths.length
    const concurrent = Array.from({ length: 30 }, () => fetchHtml('/cities/together'))
    await vi.waitFor(() => expect(app.content.requestedPaths.length).toBeGreaterThan(requestsBefore), {
      timeout: 10_000,
    })
    // Next responds to this request only after it has received all earlier ones.
    await revalidate('nothing')
    app.content.release()
    expect(new Set(await Promise.all(concurrent)).size).toBe(1)
    expect(app.content.requestedPaths.filter((path) => path === '/together')).toHaveLength(1)
    expect(listStoredPages('/cities/together')).toHaveLength(1)
  })

  it('is stale once after the revalidation time, while one render runs in the background', async () => {
    app.content.text = 'old'
    expect(await fetchHtml('/hours/boise')).toContain('<h1>old</h1>')
    app.content.text = 'new'
    app.content.block()
    // While the render is blocked, every request immediately gets the stale page.
    await vi.waitFor(
      async () => {
        expect(await fetchHtml('/hours/boise')).toContain('<h1>old</h1>')
        expect(app.content.requestedPaths.filter((path) => path === '/boise')).toHaveLength(2)
      },
      { timeout: 10_000, interval: 50 },
    )
    expect(await fetchHtml('/hours/boise')).toContain('<h1>old</h1>')
    app.content.release()
    await waitUntilStored('/hours/boise', 2)
    expect(listStoredPages('/hours/boise')[1]?.finished?.html).toContain('<h1>new</h1>')
  })
})

describe('page cache read', () => {
  it('uses one cache instance per request, shared with the write', async () => {
    await renderPage('/cities/one')
    await renderPage('/cities/other')
    const listCacheControls = (path: string, name: Call['call']) =>
      app
        .calls()
        .flatMap((call) => (call.call === name && 'key' in call && isCacheKey(path, call.key) ? [call.cache] : []))
    for (const path of ['/cities/one', '/cities/other']) {
      const [cacheControl, ...laterCacheControls] = listCacheControls(path, 'get')
      expect(laterCacheControls).toEqual([])
      expect(listCacheControls(path, 'set')).toEqual([cacheControl])
    }
    expect(listCacheControls('/cities/one', 'get')).not.toEqual(listCacheControls('/cities/other', 'get'))
  })

  it('includes unstable_cache data, which is fetched again on every miss', async () => {
    await renderPage('/cities/data')
    const isData = (call: Call) => call.call === 'get' && call.kind === 'FETCH'
    expect(app.calls().filter(isData).length).toBeGreaterThan(0)
    expect(app.calls().filter((call) => isData(call) && 'found' in call && call.found)).toEqual([])
    // Revalidates a tag that the page has but its cached data does not.
    await vi.waitFor(
      async () => {
        await revalidate('_N_T_/cities/data')
        await fetchHtml('/cities/data')
        expect(app.content.requestedPaths.filter((path) => path === '/data').length).toBeGreaterThan(1)
      },
      { timeout: 5_000, interval: 100 },
    )
    const tags = listStoredPages('/cities/data').map(({ raw }) => String(raw?.headers?.['x-next-cache-tags']))
    for (const list of tags) expect(list).toContain('city:data')
  })
})
