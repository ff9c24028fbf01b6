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

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' })
const html = async (path: string) => (await get(path)).text()
const revalidate = (tag: string) => fetch(`${app.url}/revalidate`, { method: 'POST', body: tag })

/** Matches Next's cache key of a page: an optional build prefix, then the path. */
const isFor = (path: string, key: string) => key === path || key.endsWith(`$${path}`)

const stored = (path: string): Set[] =>
  app.calls().filter((call): call is Set => call.call === 'set' && call.raw?.kind !== 'FETCH' && isFor(path, call.key))

async function rendered(path: string): Promise<{ raw: Value; finished: Value; answer: string }> {
  const answer = await html(path)
  const { raw, finished } = stored(path).at(-1) ?? {}
  if (!raw || !finished) throw new Error(`Next did not give ${path} to the page cache under this key`)
  return { raw, finished, answer }
}

const flightOf = ({ rscData }: Value) => Buffer.from(rscData ?? []).toString('utf8')

const scriptsOf = (page = '') =>
  page
    .split('<script')
    .slice(1)
    .map((part) => {
      const end = part.indexOf('>')
      return { attributes: part.slice(0, end), code: part.slice(end + 1, part.indexOf('</script>')) }
    })

/** Waits until Next has stored a path, which it may do after it has responded. */
const untilStored = (path: string, times: number) =>
  vi.waitFor(() => expect(stored(path)).toHaveLength(times), { timeout: 10_000, interval: 20 })

describe('page cache write', () => {
  it("contains the page's tags in the header x-next-cache-tags", async () => {
    const { raw } = await rendered('/cities/tags')
    expect(String(raw.headers?.['x-next-cache-tags']).split(',')).toEqual(
      expect.arrayContaining(['settings', 'city:tags']),
    )
  })

  it('contains the tags of a route response in the same header', async () => {
    await revalidate('city:feed')
    app.content.text = 'feed anew'
    await vi.waitFor(async () => expect(await html('/feed')).toBe('feed anew'), { timeout: 5_000 })
    const { raw } = stored('/feed').at(-1) ?? {}
    expect(raw?.kind).toBe('APP_ROUTE')
    expect(String(raw?.headers?.['x-next-cache-tags']).split(',')).toContain('city:feed')
  })

  it('contains the HTML as a string and the flight data as bytes', async () => {
    const { raw } = await rendered('/cities/form')
    expect(raw).toMatchObject({ kind: 'APP_PAGE', html: expect.stringContaining('</html>') })
    expect(flightOf(raw)).not.toBe('')
  })

  it('contains only scripts that the page cache recognizes and removes', async () => {
    const { raw, finished } = await rendered('/cities/scripts')
    expect(scriptsOf(raw.html).length).toBeGreaterThan(3)
    expect(scriptsOf(finished.html)).toEqual([])
    expect(finished.html).not.toMatch(/_next\/static\/[^"]*\.js|__next_f|<!--/)
    expect(finished.html).toContain('<h1>')
  })
})

describe('Next.js response', () => {
  it('is the page returned by `set`, even for the request that rendered it', async () => {
    app.content.text = ''
    const missing = await get('/cities/missing')
    app.content.text = 'first'
    const { finished } = stored('/cities/missing').at(-1) ?? {}
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-security-policy')).toBe(finished?.headers?.['content-security-policy'])
    expect(missing.headers.get(STORED_KEY_HEADER)).toBe(finished?.headers?.[STORED_KEY_HEADER])
    expect(await missing.text()).toBe(finished?.html)
    const again = await get('/cities/missing')
    expect([again.status, await again.text()]).toEqual([404, finished?.html])
  })

  it('waits for a new render if `get` returns nothing', async () => {
    app.content.text = 'old'
    expect(await html('/cities/waits')).toContain('<h1>old</h1>')
    app.content.text = 'new'
    await revalidate('city:waits')
    expect(await html('/cities/waits')).toContain('<h1>new</h1>')
    expect(app.calls()).toContainEqual({ call: 'revalidateTag', tags: ['city:waits'] })
  })

  it('is shared by concurrent requests for an uncached page, with one render', async () => {
    app.content.hold()
    const before = app.content.asked.length
    const together = Array.from({ length: 30 }, () => html('/cities/together'))
    await vi.waitFor(() => expect(app.content.asked.length).toBeGreaterThan(before), { timeout: 10_000 })
    // Next responds to this request only after it has received all earlier ones.
    await revalidate('nothing')
    app.content.release()
    expect(new Set(await Promise.all(together)).size).toBe(1)
    expect(app.content.asked.filter((path) => path === '/together')).toHaveLength(1)
    expect(stored('/cities/together')).toHaveLength(1)
  })

  it('is stale once after the revalidation time, while one render runs in the background', async () => {
    app.content.text = 'old'
    expect(await html('/hours/boise')).toContain('<h1>old</h1>')
    app.content.text = 'new'
    app.content.hold()
    // While the render is blocked, every request gets the stale page at once.
    await vi.waitFor(
      async () => {
        expect(await html('/hours/boise')).toContain('<h1>old</h1>')
        expect(app.content.asked.filter((path) => path === '/boise')).toHaveLength(2)
      },
      { timeout: 10_000, interval: 50 },
    )
    expect(await html('/hours/boise')).toContain('<h1>old</h1>')
    app.content.release()
    await untilStored('/hours/boise', 2)
    expect(stored('/hours/boise')[1]?.finished?.html).toContain('<h1>new</h1>')
  })
})

describe('page cache read', () => {
  it('uses the same cache instance as the write, and a new one per request', async () => {
    await rendered('/cities/one')
    await rendered('/cities/other')
    const cacheOf = (path: string, name: Call['call']) =>
      app.calls().flatMap((call) => (call.call === name && 'key' in call && isFor(path, call.key) ? [call.cache] : []))
    for (const path of ['/cities/one', '/cities/other']) {
      const [asked, ...others] = cacheOf(path, 'get')
      expect(others).toEqual([])
      expect(cacheOf(path, 'set')).toEqual([asked])
    }
    expect(cacheOf('/cities/one', 'get')).not.toEqual(cacheOf('/cities/other', 'get'))
  })

  it('includes unstable_cache data, which is fetched again on every miss', async () => {
    await rendered('/cities/data')
    const isData = (call: Call) => call.call === 'get' && call.kind === 'FETCH'
    expect(app.calls().filter(isData).length).toBeGreaterThan(0)
    expect(app.calls().filter((call) => isData(call) && 'found' in call && call.found)).toEqual([])
    // Revalidates a tag of the page that the cached data does not have.
    await vi.waitFor(
      async () => {
        await revalidate('_N_T_/cities/data')
        await html('/cities/data')
        expect(app.content.asked.filter((path) => path === '/data').length).toBeGreaterThan(1)
      },
      { timeout: 5_000, interval: 100 },
    )
    const tags = stored('/cities/data').map(({ raw }) => String(raw?.headers?.['x-next-cache-tags']))
    for (const list of tags) expect(list).toContain('city:data')
  })
})
