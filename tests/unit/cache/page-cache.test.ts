import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResultCache } from '../../../lib/platform/cache/result-cache.ts'
import { buildExpiryTag } from '../../../lib/platform/cache/expiry-tag.ts'
import { FileStore } from '../../../lib/platform/cache/file-store.ts'
import { log } from '../../../lib/platform/log/log.ts'
import { STORED_KEY_HEADER } from '../../../lib/platform/page-cache/entry.ts'
import PageCache from '../../../lib/platform/page-cache/handler.ts'
import { getPageStore } from '../../../lib/platform/page-cache/page-store.ts'
import { isStale } from '../../../lib/platform/page-cache/outdated.ts'
import { NOT_FOUND_META } from '../../../lib/platform/page-cache/status.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const PAGE = { kind: 'APP_PAGE' }

let folder: string
/** Unique per test, because revalidated tags are global to the process. */
let tag: string
let testCount = 0

const restart = () => Reflect.deleteProperty(globalThis, Symbol.for('ductwise.pages'))

beforeEach(() => {
  stubSiteEnv()
  folder = mkdtempSync(join(tmpdir(), 'page-cache-'))
  restart()
  tag = `page-tag-${testCount++}`
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const advanceTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

const buildPage = (body: string, tags = [tag]) => ({
  kind: 'APP_PAGE',
  html: `<html><body>${body}</body></html>`,
  headers: { 'x-next-cache-tags': tags.join(',') },
  postponed: undefined,
  status: undefined as number | undefined,
  segmentData: new Map([['/_tree', Buffer.from('größer')]]),
})
const buildMissingPage = () => buildPage(`<meta name="${NOT_FOUND_META.name}" content="404"/>`)

/** Returns a new cache, because Next creates one per request. */
const createCache = () => new PageCache({ serverDistDir: join(folder, 'server') })

async function startRender(key = '/page') {
  const pageCache = createCache()
  expect(await pageCache.get(key, PAGE)).toBeNull()
  return { store: (value: Parameters<PageCache['set']>[1], context = {}) => pageCache.set(key, value, context) }
}

async function render(value: Parameters<PageCache['set']>[1], key = '/page', context = {}) {
  const { store } = await startRender(key)
  await store(value, context)
}

const revalidate = () => createCache().revalidateTag(tag)

const readPage = async (key = '/page') => (await createCache().get(key, PAGE))?.value
const readBody = async (key?: string) => (await readPage(key))?.html?.replace(/^.*<body>|<\/body>.*$/gs, '')
const listFiles = () => globSync('cache/pages/*/*', { cwd: folder })

describe('page cache', () => {
  it('returns the complete stored page, even after a restart', async () => {
    await render(buildPage('one'), '/page', { cacheControl: { revalidate: 60, expire: 120 } })
    advanceTime(10)
    const stored = await createCache().get('/page', PAGE)
    expect(stored).toMatchObject({ lastModified: Date.now() - 10, cacheControl: { revalidate: 60, expire: 120 } })
    expect(stored?.value).toMatchObject({ kind: 'APP_PAGE' })
    restart()
    expect(await createCache().get('/page', PAGE)).toEqual(stored)
  })

  it('serves only pages of the current build and deletes pages of other builds', async () => {
    writeFileSync(join(folder, 'BUILD_ID'), 'first')
    await render(buildPage('one'))
    restart()
    writeFileSync(join(folder, 'BUILD_ID'), 'second')
    expect(await readBody()).toBeUndefined()
    await render(buildPage('two'))
    expect(listFiles()).toHaveLength(2)
    await getPageStore(join(folder, 'server')).deleteOtherBuilds()
    restart()
    expect(await readBody()).toBe('two')
    expect(listFiles()).toHaveLength(1)
  })

  it('expires a page when its scheduled content changes, even after a restart', async () => {
    const now = Date.now()
    await render(buildPage('planned', [tag, buildExpiryTag(now + 60_000), buildExpiryTag(now + 90_000)]))
    advanceTime(59_999)
    expect(await readBody()).toBe('planned')
    restart()
    expect(await readBody()).toBe('planned')
    advanceTime(1)
    expect(await readBody()).toBeUndefined()
    await render(buildPage('running'))
    expect(await readBody()).toBe('running')
  })

  it('evicts a page if one of its tags is revalidated, and keeps other pages', async () => {
    await render(buildPage('one'))
    await render(buildPage('other', ['another']), '/other')
    advanceTime(1_000)
    expect(await readBody()).toBe('one')
    await createCache().revalidateTag(['unknown', tag])
    expect(await readBody()).toBeUndefined()
    expect(await readBody('/other')).toBe('other')
  })

  it('uses tags from the context in addition to tags from the page headers', async () => {
    const feedResponse = { kind: 'APP_ROUTE', body: Buffer.from('feed'), status: 200, headers: {} }
    await render(feedResponse, '/feed', { tags: [tag] })
    advanceTime(1_000)
    expect(await readPage('/feed')).toMatchObject({ body: Buffer.from('feed') })
    await revalidate()
    expect(await readPage('/feed')).toBeUndefined()
  })

  it('keeps responses that have no tags through any revalidation', async () => {
    await render({ kind: 'APP_ROUTE', body: Buffer.from('one'), status: 200 }, '/plain')
    await render(buildPage('two', []), '/untagged')
    advanceTime(1_000)
    await revalidate()
    expect(await readPage('/plain')).toMatchObject({ body: Buffer.from('one') })
    expect(await readBody('/untagged')).toBe('two')
  })

  it('never serves a page that was rendered before a publish, however recent', async () => {
    await render(buildPage('one'))
    await revalidate()
    expect(await readBody()).toBeUndefined()
    advanceTime(1)
    await render(buildPage('two'))
    expect(await readBody()).toBe('two')
    advanceTime(1)
    await revalidate()
    expect(await readBody()).toBeUndefined()
  })

  it('treats a page as stale if a revalidation happened during its rendering', async () => {
    const { store } = await startRender()
    advanceTime(400)
    await revalidate()
    advanceTime(600)
    await store(buildPage('old'))
    expect(await readBody()).toBeUndefined()
    await render(buildPage('new'))
    advanceTime(2_000)
    expect(await readBody()).toBe('new')
  })

  it('keeps a page that was rendered after a revalidation, despite earlier failures', async () => {
    for (let index = 0; index < 3; index++) await startRender()
    advanceTime(1_000)
    await revalidate()
    advanceTime(1)
    await render(buildPage('new'))
    advanceTime(2_000)
    expect(await readBody()).toBe('new')
  })

  it('tracks the start of each concurrent rendering of a page', async () => {
    const early = await startRender()
    advanceTime(500)
    await revalidate()
    advanceTime(500)
    const late = await startRender()
    await late.store(buildPage('new'))
    expect(await readBody()).toBe('new')
    advanceTime(1_000)
    await early.store(buildPage('old'))
    expect(await readBody()).toBeUndefined()
  })

  it('uses the first cache read of a request as the start of its rendering', async () => {
    const warmCache = createCache()
    await warmCache.get('/looked', PAGE)
    const coldCache = createCache()
    advanceTime(500)
    await revalidate()
    advanceTime(500)
    await warmCache.get('/looked', PAGE)
    await warmCache.set('/looked', buildPage('old'), {})
    await coldCache.set('/unlooked', buildPage('old'), {})
    expect([await readBody('/looked'), await readBody('/unlooked')]).toEqual([undefined, undefined])
    for (const [pageCache, key] of [
      [warmCache, '/looked'],
      [coldCache, '/late'],
    ] as const) {
      await pageCache.get(key, PAGE)
      await pageCache.set(key, buildPage('new'), {})
      expect(await readBody(key)).toBe('new')
    }
  })

  it('logs the path and the blocked inline scripts of a page', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    await render(buildPage('<script>attack()</script>'), '/blog')
    await render({ kind: 'APP_ROUTE', body: Buffer.from('<script>text()</script>'), headers: {} }, '/feed')
    expect(warn).toHaveBeenCalledExactlyOnceWith({ path: '/blog', scripts: ['attack()'] }, expect.any(String))
    warn.mockRestore()
  })

  it('renders a page again after three seconds if it used stale content', async () => {
    const answers = new ResultCache(new FileStore(join(folder, 'answers')))
    const question = { key: 'key', tags: [tag], run: async () => 'good' }
    await answers.read(question)
    await revalidate()
    // Advances the clock past the revalidation. After that, the page can expire only because it used stale content.
    advanceTime(1)
    const { store } = await startRender()
    await answers.read({ ...question, run: () => Promise.reject(new Error('down')) })
    await store(buildPage('last good'))
    expect(await readBody()).toBe('last good')
    advanceTime(2_999)
    expect(await readBody()).toBe('last good')
    await render(buildPage('another page'), '/another')
    expect(await readBody('/another')).toBe('another page')
    advanceTime(1)
    expect(await readBody()).toBeUndefined()
  })

  it('never stores fetch data', async () => {
    const data = { kind: 'FETCH', data: { body: '{}', headers: {}, status: 200, url: '' } }
    await createCache().set('data', data, { tags: [tag] })
    expect(await createCache().get('data', { kind: 'FETCH' })).toBeNull()
    expect(await readPage('data')).toBeUndefined()
    await createCache().set('nothing', null, {})
    expect(listFiles()).toEqual([])
  })

  it('finishes the page in place, so the waiting visitor gets the finished page', async () => {
    const value = buildMissingPage()
    await render(value)
    expect(value.status).toBe(404)
    expect(value.headers).toMatchObject({ 'content-security-policy': expect.stringContaining("default-src 'none'") })
  })

  it('accepts a finished page, which Next stores again after a failed background rendering', async () => {
    const value = buildPage('one<script src="/_next/static/a.js" async=""></script>')
    await render(value)
    const finished = deserialize(serialize(value)) as typeof value
    await render(value, '/again')
    expect(value).toEqual({ ...finished, headers: { ...finished.headers, [STORED_KEY_HEADER]: '%2Fagain' } })
  })

  it('stores nothing if there is no cache folder, as in the proxy', async () => {
    const pageCache = new PageCache({})
    await pageCache.set('/page', buildPage('one'), {})
    expect(await pageCache.get('/page', PAGE)).toBeNull()
    expect(await readPage()).toBeUndefined()
  })
})

describe('memory cache', () => {
  const removeFiles = () => rmSync(join(folder, 'cache/pages'), { recursive: true })

  it('keeps pages that were read from disk', async () => {
    await render(buildPage('one'))
    restart()
    expect(await readBody()).toBe('one')
    removeFiles()
    expect(await readBody()).toBe('one')
    restart()
    expect(await readBody()).toBeUndefined()
  })

  it('keeps the most recent 16 MB of pages', async () => {
    const large = 'a'.repeat(3 * 1024 * 1024)
    for (const key of ['/1', '/2', '/3']) await render(buildPage(large), key)
    await render({ kind: 'APP_ROUTE', body: Buffer.alloc(4 * 1024 * 1024), headers: {} }, '/feed')
    removeFiles()
    const isStored = async (key: string) => (await readPage(key)) !== undefined
    expect(await Promise.all(['/1', '/2', '/3', '/feed'].map(isStored))).toEqual([false, false, true, true])
  })
})

it.each<[number | false | undefined, number, boolean]>([
  [60, 59_999, false],
  [60, 60_000, true],
  [false, 1_000_000, false],
  [undefined, 1_000_000, false],
])('a response with revalidate %s is stale after %i ms: %s', (revalidate, age, expected) => {
  const cacheControl = revalidate === undefined ? undefined : { revalidate }
  expect(isStale({ startedAt: 5, cacheControl }, 5 + age)).toBe(expected)
})

describe('missing pages', () => {
  it('are cached only in memory, up to a limit', async () => {
    for (let index = 0; index < 100; index++) await render(buildMissingPage(), `/no-${index}`)
    expect(listFiles()).toEqual([])
    expect(await readPage('/no-99')).toMatchObject({ status: 404 })
    expect(await readPage('/no-0')).toBeUndefined()
  })

  it('are replaced by a published page and delete its file when it is unpublished', async () => {
    await render(buildMissingPage())
    advanceTime(1_000)
    await revalidate()
    advanceTime(1)
    await render(buildPage('here'))
    expect(await readBody()).toBe('here')
    expect(listFiles()).toHaveLength(1)
    advanceTime(1_000)
    await revalidate()
    advanceTime(1)
    await render(buildMissingPage())
    expect(listFiles()).toEqual([])
    expect(await readPage()).toMatchObject({ status: 404 })
    restart()
    expect(await readPage()).toBeUndefined()
  })
})

describe('corrupt cache file', () => {
  it.each<[string, (content: Buffer) => Buffer]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['a truncated file', (content) => content.subarray(0, content.length - 20)],
    ['text', () => Buffer.from('{"value":1}')],
    ['another format', () => Buffer.from([255, 15, 73, 2])],
    ['serialized undefined', () => serialize(undefined)],
    ['without a page', (content) => serialize({ ...deserialize(content), value: undefined })],
    ['without a kind', (content) => serialize({ ...deserialize(content), value: {} })],
    ['without tags', (content) => serialize({ ...deserialize(content), tags: undefined })],
    ['without a time', (content) => serialize({ ...deserialize(content), startedAt: undefined })],
  ])('(%s) counts as missing and is logged', async (_, garbage) => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    await render(buildPage('one'))
    const file = join(folder, listFiles()[0] ?? '')
    writeFileSync(file, garbage(readFileSync(file)))
    restart()
    expect(await readBody()).toBeUndefined()
    expect(error).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error), key: '/page' }, expect.any(String))
    error.mockRestore()
    await render(buildPage('updated'))
    restart()
    expect(await readBody()).toBe('updated')
  })
})
