import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildExpiryTag } from '../../../lib/platform/cache/expiry-tag.ts'
import { getRevalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { PageStore } from '../../../lib/platform/page-cache/page-store.ts'
import { createRenderer, type Render } from '../../../server/http/render.ts'
import { type CacheResult, ResponseCache } from '../../../server/http/response-cache.ts'
import { ALWAYS_REVALIDATE } from '../../../server/http/response-headers.ts'
import { createFakeFramework } from '../../support/fake-framework.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { pollUntil } from '../../support/until.ts'

const HOST = 'www.example.com'
const IMMUTABLE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }
const IMMUTABLE_SCRIPT = {
  cached: {
    headers: { ...IMMUTABLE_HEADERS, 'content-security-policy': expect.stringContaining("script-src 'self'") },
  },
}

let folder: string
let pages: PageStore
let framework: ReturnType<typeof createFakeFramework>
let cache: ResponseCache
/** Cache tag, unique per test because revalidated tags are global to the process. */
let tag: string
let testCount = 0

beforeEach(() => {
  stubSiteEnv()
  folder = mkdtempSync(join(tmpdir(), 'response-cache-'))
  pages = new PageStore(join(folder, 'page-cache'))
  // Next's cache handler reads the page store from this global symbol.
  Object.assign(globalThis, { [Symbol.for('ductwise.pages')]: pages })
  framework = createFakeFramework(folder)
  cache = new ResponseCache(createRenderer(framework.handle), pages, HOST)
  tag = `stored-tag-${testCount++}`
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, Symbol.for('ductwise.pages'))
  rmSync(folder, { recursive: true, force: true })
})

const advanceTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const publish = (body: string, overrides: { tags?: string[]; revalidate?: number } = {}) =>
  framework.ways.set('/page', { html: `<p>${body}</p>`, tags: [tag], ...overrides })
const revalidate = () => getRevalidatedTags().mark([tag])
const getText = (result: CacheResult) =>
  ('cached' in result ? result.cached.body.bytes : result.rendered.body).toString()
const readPage = async () => getText(await cache.get('/page'))
const countRenders = () => framework.times('/page')

/** Resolves once Next has received this many requests for the page. */
const waitForRenders = (count: number) => pollUntil('a render', async () => countRenders() >= count || undefined)

describe('cached response', () => {
  it('contains the stored page without internal cache headers', async () => {
    publish('one')
    const result = await cache.get('/page')
    if (!('cached' in result)) throw new Error('It is not stored')
    expect(result.cached.status).toBe(200)
    expect(result.cached.headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': ALWAYS_REVALIDATE,
    })
    expect(framework.asked[0]?.headers.host).toBe(HOST)
  })

  it('is rendered once and then served from memory', async () => {
    publish('one')
    expect(cache.getFreshResponse('/page')).toBeUndefined()
    await readPage()
    for (let attempt = 0; attempt < 5; attempt++) expect(await readPage()).toBe('<p>one</p>')
    expect(cache.getFreshResponse('/page')?.body.bytes.toString()).toBe('<p>one</p>')
    expect(countRenders()).toBe(1)
  })

  it('keeps immutable cache headers from Next', async () => {
    framework.ways.set('/page', { type: 'text/javascript', body: Buffer.from('run()'), headers: IMMUTABLE_HEADERS })
    expect(await cache.get('/page')).toMatchObject(IMMUTABLE_SCRIPT)
  })
})

describe('response without a cache entry', () => {
  const setResponse = (status: number, cacheControl: string) =>
    framework.ways.set('/page', (_, response) =>
      response.writeHead(status, { 'content-type': 'text/javascript', 'cache-control': cacheControl }).end('run()'),
    )

  it('is cached if it is immutable', async () => {
    setResponse(200, IMMUTABLE_HEADERS['cache-control'])
    expect(await cache.get('/page')).toMatchObject(IMMUTABLE_SCRIPT)
    advanceTime(365 * 86_400_000)
    expect(await readPage()).toBe('run()')
    expect(countRenders()).toBe(1)
  })

  it.each([
    ['is not immutable', 200, 'public, max-age=3600'],
    ['is an error', 404, IMMUTABLE_HEADERS['cache-control']],
  ])('is requested again when it %s', async (_, status, cacheControl) => {
    setResponse(status, cacheControl)
    expect(await cache.get('/page')).toHaveProperty('rendered')
    await readPage()
    expect(countRenders()).toBe(2)
  })
})

describe('concurrent requests', () => {
  it('share one render', async () => {
    publish('one')
    const release = framework.hold()
    const lookups = Array.from({ length: 50 }, readPage)
    await waitForRenders(1)
    release()
    expect(new Set(await Promise.all(lookups))).toEqual(new Set(['<p>one</p>']))
    expect(countRenders()).toBe(1)
  })

  it('receive new content if they start after a publish, despite a slow earlier render', async () => {
    publish('old')
    const release = framework.hold()
    const first = readPage()
    await waitForRenders(1)
    advanceTime(500)
    publish('new')
    revalidate()
    const laterLookups = Array.from({ length: 20 }, readPage)
    advanceTime(500)
    release()
    await first
    expect(new Set(await Promise.all(laterLookups))).toEqual(new Set(['<p>new</p>']))
    expect(countRenders()).toBe(2)
  })

  it('trigger at most one extra render for a page that expires immediately', async () => {
    publish('over', { tags: [tag, buildExpiryTag(Date.now())] })
    const release = framework.hold()
    const lookups = Array.from({ length: 10 }, readPage)
    await waitForRenders(1)
    release()
    await Promise.all(lookups)
    expect(countRenders()).toBe(2)
  })

  it('fail together, and the next request retries', async () => {
    framework.ways.set('/page', (_, response) => response.destroy(new Error('broken')))
    const lookups = await Promise.allSettled([readPage(), readPage(), readPage()])
    expect(lookups.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    publish('one')
    expect(await readPage()).toBe('<p>one</p>')
  })
})

describe('cached response revalidation', () => {
  it('renders again after a tag is revalidated', async () => {
    publish('one')
    await readPage()
    publish('two')
    revalidate()
    advanceTime(1)
    expect(cache.getFreshResponse('/page')).toBeUndefined()
    expect(await readPage()).toBe('<p>two</p>')
    expect(await readPage()).toBe('<p>two</p>')
    expect(countRenders()).toBe(2)
  })

  it('renders once per publish for all visitors', async () => {
    publish('one')
    await readPage()
    for (const text of ['two', 'three', 'four']) {
      advanceTime(1)
      publish(text)
      revalidate()
      advanceTime(1)
      const lookups = await Promise.all(Array.from({ length: 10 }, readPage))
      expect(new Set(lookups)).toEqual(new Set([`<p>${text}</p>`]))
    }
    expect(countRenders()).toBe(4)
  })

  it('renders again when the page expires', async () => {
    publish('planned', { tags: [tag, buildExpiryTag(Date.now() + 5_000)] })
    await readPage()
    publish('running')
    advanceTime(4_999)
    expect(await readPage()).toBe('<p>planned</p>')
    advanceTime(1)
    expect(await readPage()).toBe('<p>running</p>')
  })

  it('refreshes in the background after the maximum age', async () => {
    publish('one', { revalidate: 60 })
    await readPage()
    publish('two', { revalidate: 60 })
    advanceTime(59_999)
    expect(await readPage()).toBe('<p>one</p>')
    expect(countRenders()).toBe(1)
    advanceTime(1)
    const release = framework.hold()
    expect(await readPage()).toBe('<p>one</p>')
    expect(await readPage()).toBe('<p>one</p>')
    release()
    await vi.waitFor(async () => expect(await readPage()).toBe('<p>two</p>'))
    expect(cache.getFreshResponse('/page')?.body.bytes.toString()).toBe('<p>two</p>')
  })

  it('retries a few seconds after a render with stale content', async () => {
    publish('last good')
    await readPage()
    const entry = await pages.get('/page')
    if (!entry) throw new Error('It is not stored')
    const retriedCache = new ResponseCache(createRenderer(framework.handle), pages, HOST)
    await pages.set('/page', { ...entry, retryAt: Date.now() + 3_000 })
    expect(getText(await retriedCache.get('/page'))).toBe('<p>last good</p>')
    publish('fresh')
    advanceTime(2_999)
    expect(getText(await retriedCache.get('/page'))).toBe('<p>last good</p>')
    advanceTime(1)
    expect(getText(await retriedCache.get('/page'))).toBe('<p>fresh</p>')
  })
})

describe('uncacheable response', () => {
  it('is served once and not cached', async () => {
    framework.ways.set('/page', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    expect(await cache.get('/page')).toMatchObject({ rendered: { status: 307, headers: { location: '/elsewhere' } } })
    expect(cache.getFreshResponse('/page')).toBeUndefined()
    await cache.get('/page')
    expect(countRenders()).toBe(2)
  })

  it('is rejected immediately if rendering fails', async () => {
    const brokenRender: Render = createRenderer(() => Promise.reject(new Error('broken')))
    await expect(new ResponseCache(brokenRender, pages, HOST).get('/page')).rejects.toThrow('broken')
  })

  it('has no internal cache headers if it cannot be stored', async () => {
    publish('one')
    // This store has the page neither in memory nor on disk.
    const missingStore = new PageStore(join(folder, 'elsewhere'))
    const uncachedResponses = new ResponseCache(createRenderer(framework.handle), missingStore, HOST)
    const result = await uncachedResponses.get('/page')
    if (!('rendered' in result)) throw new Error('It is stored')
    const names = Object.keys(result.rendered.headers)
    expect(names.toSorted()).toEqual(['cache-control', 'content-security-policy', 'content-type'])
  })
})

it('the memory cache has a size limit and evicts the least recently used page', async () => {
  const MEGABYTE = 1024 * 1024
  const count = 60
  for (let index = 0; index < count; index++) {
    framework.ways.set(`/picture-${index}`, { type: 'image/png', body: Buffer.alloc(MEGABYTE) })
    await cache.get(`/picture-${index}`)
  }
  const cachedPictures = Array.from({ length: count }, (_, index) =>
    cache.getFreshResponse(`/picture-${index}`),
  ).filter(Boolean)
  expect(cachedPictures.length).toBeGreaterThan(20)
  expect(cachedPictures.length).toBeLessThan(48)
  expect(cache.getFreshResponse('/picture-0')).toBeUndefined()
  expect(cache.getFreshResponse(`/picture-${count - 1}`)).toBeDefined()
  // Evicted pages stay on disk and need no new render.
  expect(globSync('page-cache/*/*', { cwd: folder })).toHaveLength(count)
})
