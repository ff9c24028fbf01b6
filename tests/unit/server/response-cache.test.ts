import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilTag } from '../../../lib/platform/cache/until-tag.ts'
import { revalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { PageStore } from '../../../lib/platform/page-cache/page-store.ts'
import { createRenderer, type Render } from '../../../server/http/render.ts'
import { type CacheResult, ResponseCache } from '../../../server/http/response-cache.ts'
import { ALWAYS_REVALIDATE } from '../../../server/http/response-headers.ts'
import { fakeFramework } from '../../support/fake-framework.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { until } from '../../support/until.ts'

const HOST = 'www.example.com'
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
const SCRIPT_FOR_GOOD = {
  cached: { headers: { ...IMMUTABLE, 'content-security-policy': expect.stringContaining("script-src 'self'") } },
}

let folder: string
let pages: PageStore
let framework: ReturnType<typeof fakeFramework>
let cache: ResponseCache
/** Cache tag, unique per test because revalidated tags are global to the process. */
let tag: string
let tests = 0

beforeEach(() => {
  stubSiteEnv()
  folder = mkdtempSync(join(tmpdir(), 'response-cache-'))
  pages = new PageStore(join(folder, 'page-cache'))
  // Next's cache handler reads the page store from this global symbol.
  Object.assign(globalThis, { [Symbol.for('ductwise.pages')]: pages })
  framework = fakeFramework(folder)
  cache = new ResponseCache(createRenderer(framework.handle), pages, HOST)
  tag = `stored-tag-${tests++}`
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, Symbol.for('ductwise.pages'))
  rmSync(folder, { recursive: true, force: true })
})

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const publish = (body: string, more: { tags?: string[]; revalidate?: number } = {}) =>
  framework.ways.set('/page', { html: `<p>${body}</p>`, tags: [tag], ...more })
const revalidate = () => revalidatedTags().mark([tag])
const textOf = (result: CacheResult) =>
  ('cached' in result ? result.cached.body.bytes : result.rendered.body).toString()
const look = async () => textOf(await cache.get('/page'))
const renderings = () => framework.times('/page')

/** Resolves once Next has received this many requests for the page. */
const asked = (times: number) => until('a render', async () => renderings() >= times || undefined)

describe('cached response', () => {
  it('contains the stored page without internal cache headers', async () => {
    publish('one')
    const found = await cache.get('/page')
    if (!('cached' in found)) throw new Error('It is not stored')
    expect(found.cached.status).toBe(200)
    expect(found.cached.headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': ALWAYS_REVALIDATE,
    })
    expect(framework.asked[0]?.headers.host).toBe(HOST)
  })

  it('is rendered once and then served from memory', async () => {
    publish('one')
    expect(cache.getFresh('/page')).toBeUndefined()
    await look()
    for (let visit = 0; visit < 5; visit++) expect(await look()).toBe('<p>one</p>')
    expect(cache.getFresh('/page')?.body.bytes.toString()).toBe('<p>one</p>')
    expect(renderings()).toBe(1)
  })

  it('keeps immutable cache headers from Next', async () => {
    framework.ways.set('/page', { type: 'text/javascript', body: Buffer.from('run()'), headers: IMMUTABLE })
    expect(await cache.get('/page')).toMatchObject(SCRIPT_FOR_GOOD)
  })
})

describe('response without a cache entry', () => {
  const answerWith = (status: number, cacheControl: string) =>
    framework.ways.set('/page', (_, response) =>
      response.writeHead(status, { 'content-type': 'text/javascript', 'cache-control': cacheControl }).end('run()'),
    )

  it('is cached if it is immutable', async () => {
    answerWith(200, IMMUTABLE['cache-control'])
    expect(await cache.get('/page')).toMatchObject(SCRIPT_FOR_GOOD)
    pass(365 * 86_400_000)
    expect(await look()).toBe('run()')
    expect(renderings()).toBe(1)
  })

  it.each([
    ['is not immutable', 200, 'public, max-age=3600'],
    ['is an error', 404, IMMUTABLE['cache-control']],
  ])('is requested again when it %s', async (_, status, cacheControl) => {
    answerWith(status, cacheControl)
    expect(await cache.get('/page')).toHaveProperty('rendered')
    await look()
    expect(renderings()).toBe(2)
  })
})

describe('concurrent requests', () => {
  it('share one render', async () => {
    publish('one')
    const open = framework.hold()
    const looks = Array.from({ length: 50 }, look)
    await asked(1)
    open()
    expect(new Set(await Promise.all(looks))).toEqual(new Set(['<p>one</p>']))
    expect(renderings()).toBe(1)
  })

  it('receive new content if they start after a publish, despite a slow earlier render', async () => {
    publish('old')
    const open = framework.hold()
    const first = look()
    await asked(1)
    pass(500)
    publish('new')
    revalidate()
    const later = Array.from({ length: 20 }, look)
    pass(500)
    open()
    await first
    expect(new Set(await Promise.all(later))).toEqual(new Set(['<p>new</p>']))
    expect(renderings()).toBe(2)
  })

  it('trigger at most one extra render for a page that expires immediately', async () => {
    publish('over', { tags: [tag, untilTag(Date.now())] })
    const open = framework.hold()
    const looks = Array.from({ length: 10 }, look)
    await asked(1)
    open()
    await Promise.all(looks)
    expect(renderings()).toBe(2)
  })

  it('fail together, and the next request retries', async () => {
    framework.ways.set('/page', (_, response) => response.destroy(new Error('broken')))
    const looks = await Promise.allSettled([look(), look(), look()])
    expect(looks.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    publish('one')
    expect(await look()).toBe('<p>one</p>')
  })
})

describe('cached response revalidation', () => {
  it('renders again after a tag is revalidated', async () => {
    publish('one')
    await look()
    publish('two')
    revalidate()
    pass(1)
    expect(cache.getFresh('/page')).toBeUndefined()
    expect(await look()).toBe('<p>two</p>')
    expect(await look()).toBe('<p>two</p>')
    expect(renderings()).toBe(2)
  })

  it('renders once per publish for all visitors', async () => {
    publish('one')
    await look()
    for (const text of ['two', 'three', 'four']) {
      pass(1)
      publish(text)
      revalidate()
      pass(1)
      const looks = await Promise.all(Array.from({ length: 10 }, look))
      expect(new Set(looks)).toEqual(new Set([`<p>${text}</p>`]))
    }
    expect(renderings()).toBe(4)
  })

  it('renders again when the page expires', async () => {
    publish('planned', { tags: [tag, untilTag(Date.now() + 5_000)] })
    await look()
    publish('running')
    pass(4_999)
    expect(await look()).toBe('<p>planned</p>')
    pass(1)
    expect(await look()).toBe('<p>running</p>')
  })

  it('refreshes in the background after the maximum age', async () => {
    publish('one', { revalidate: 60 })
    await look()
    publish('two', { revalidate: 60 })
    pass(59_999)
    expect(await look()).toBe('<p>one</p>')
    expect(renderings()).toBe(1)
    pass(1)
    const release = framework.hold()
    expect(await look()).toBe('<p>one</p>')
    expect(await look()).toBe('<p>one</p>')
    release()
    await vi.waitFor(async () => expect(await look()).toBe('<p>two</p>'))
    expect(cache.getFresh('/page')?.body.bytes.toString()).toBe('<p>two</p>')
  })

  it('retries a few seconds after a render with stale content', async () => {
    publish('last good')
    await look()
    const entry = await pages.get('/page')
    if (!entry) throw new Error('It is not stored')
    const retried = new ResponseCache(createRenderer(framework.handle), pages, HOST)
    await pages.set('/page', { ...entry, retryAt: Date.now() + 3_000 })
    expect(textOf(await retried.get('/page'))).toBe('<p>last good</p>')
    publish('fresh')
    pass(2_999)
    expect(textOf(await retried.get('/page'))).toBe('<p>last good</p>')
    pass(1)
    expect(textOf(await retried.get('/page'))).toBe('<p>fresh</p>')
  })
})

describe('uncacheable response', () => {
  it('is served once and not cached', async () => {
    framework.ways.set('/page', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    expect(await cache.get('/page')).toMatchObject({ rendered: { status: 307, headers: { location: '/elsewhere' } } })
    expect(cache.getFresh('/page')).toBeUndefined()
    await cache.get('/page')
    expect(renderings()).toBe(2)
  })

  it('is rejected at once if rendering fails', async () => {
    const broken: Render = createRenderer(() => Promise.reject(new Error('broken')))
    await expect(new ResponseCache(broken, pages, HOST).get('/page')).rejects.toThrow('broken')
  })

  it('has no internal cache headers if the store cannot keep it', async () => {
    publish('one')
    // This store has the page neither in memory nor on disk.
    const forgetful = new PageStore(join(folder, 'elsewhere'))
    const answers = new ResponseCache(createRenderer(framework.handle), forgetful, HOST)
    const found = await answers.get('/page')
    if (!('rendered' in found)) throw new Error('It is stored')
    const names = Object.keys(found.rendered.headers)
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
  const kept = Array.from({ length: count }, (_, index) => cache.getFresh(`/picture-${index}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.length).toBeLessThan(48)
  expect(cache.getFresh('/picture-0')).toBeUndefined()
  expect(cache.getFresh(`/picture-${count - 1}`)).toBeDefined()
  // Evicted pages stay on disk and need no new render.
  expect(globSync('page-cache/*/*', { cwd: folder })).toHaveLength(count)
})
