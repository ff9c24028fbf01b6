import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BoundedStore } from '../../lib/page-cache/bounded-store.ts'
import { versionOf, withoutFlight } from '../../lib/page-cache/flight.ts'
import PageCache from '../../lib/page-cache/handler.ts'
import { MISSING_PAGE } from '../../lib/page-cache/status.ts'
import { stubSiteEnv } from '../support/site-env.ts'

beforeAll(() => stubSiteEnv())

describe('BoundedStore', () => {
  it('keeps what was used last, and tells of what leaves', () => {
    const dropped: string[] = []
    const store = new BoundedStore<number>(2, (key) => dropped.push(key))
    store.set('a', 1)
    store.set('b', 2)
    expect(store.get('a')).toBe(1)
    store.set('c', 3)
    expect(dropped).toEqual(['b'])
    expect([store.get('a'), store.get('b'), store.get('c')]).toEqual([1, undefined, 3])
    store.delete('a')
    store.delete('a')
    expect(dropped).toEqual(['b', 'a'])
    expect(store.size).toBe(1)
  })
})

describe('withoutFlight', () => {
  const push = (...chunk: unknown[]) => `<script>self.__next_f.push(${JSON.stringify(chunk)})</script>`
  const page = `<p>text</p><script>(self.__next_f=self.__next_f||[]).push([0])</script>${push(1, '1:["a"')}${push(1, ']\n')}<i></i>`

  it('takes out the pushes of text that together are the flight data, and nothing else', () => {
    expect(withoutFlight(page, '1:["a"]\n')).toBe('<p>text</p><i></i>')
  })

  it('does not touch a page that holds other data, data of another kind, or none', () => {
    expect(withoutFlight(page, 'something else')).toBeUndefined()
    expect(withoutFlight(`${page}${push(3, 'AAAA')}`, '1:["a"]\n')).toBeUndefined()
    expect(withoutFlight('<p>text</p>', '')).toBeUndefined()
  })

  it('is named by its content', () => {
    expect(versionOf('a')).toBe(versionOf('a'))
    expect(versionOf('a')).not.toBe(versionOf('b'))
  })
})

describe('PageCache', () => {
  let folder: string
  let cache: PageCache

  const fs = {
    existsSync,
    readFileSync,
    readFile,
    writeFile,
    stat,
    mkdir: async (path: string) => mkdirSync(path, { recursive: true }),
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'page-cache-'))
    cache = new PageCache({
      fs: fs as never,
      flushToDisk: true,
      serverDistDir: join(folder, 'server'),
      revalidatedTags: [],
      _requestHeaders: {},
    })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const keyOf = (path: string) => `/route-cache/APP_PAGE/abc/$${path}`
  const context = { cacheControl: { revalidate: 60, expire: undefined } } as never
  const appPage = { kind: 'APP_PAGE', isFallback: false } as never
  const page = (html: string) =>
    ({
      kind: 'APP_PAGE',
      html: `<html><body>${html}</body></html>`,
      rscData: Buffer.from('0:{}'),
      headers: {},
      postponed: undefined,
      status: 200,
      segmentData: undefined,
    }) as never
  const missing = () => page(`<meta name="${MISSING_PAGE.name}" content="404"/>`)
  const answer = (body: string) =>
    ({ kind: 'FETCH', data: { headers: {}, body, status: 200, url: '' }, revalidate: 60 }) as never
  const files = () => globSync('**/*.{html,rsc,meta}', { cwd: folder }).length

  it('writes a page that exists to disk', async () => {
    await cache.set(keyOf('/about'), page('about'), context)
    expect(files()).toBe(3)
    expect((await cache.get(keyOf('/about'), appPage))?.value).toMatchObject({ status: 200 })
  })

  it('answers unknown paths from memory, as many as it has room for, and writes no file', async () => {
    for (let index = 0; index < 500; index++) await cache.set(keyOf(`/no-${index}`), missing(), context)
    expect(files()).toBe(0)
    const last = await cache.get(keyOf('/no-499'), appPage)
    expect(last?.value).toMatchObject({ status: 404 })
    expect(last?.cacheControl).toMatchObject({ revalidate: 60 })
    expect(await cache.get(keyOf('/no-0'), appPage)).toBeNull()
  })

  it('shows a page that appears at an unknown path, and a page that has gone as gone', async () => {
    await cache.set(keyOf('/soon'), missing(), context)
    await cache.set(keyOf('/soon'), page('here'), context)
    expect((await cache.get(keyOf('/soon'), appPage))?.value).toMatchObject({ status: 200 })
    await cache.set(keyOf('/soon'), missing(), context)
    for (let index = 0; index < 500; index++) await cache.set(keyOf(`/no-${index}`), missing(), context)
    expect((await cache.get(keyOf('/soon'), appPage))?.value).toMatchObject({ status: 404 })
  })

  it('has nothing to answer with where a 404 is stale, so that a new page is not made with the status of the old', async () => {
    const day = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: day })
    const gone = Object.assign(missing() as object, { headers: { 'x-next-cache-tags': 'page:/new' } }) as never
    await cache.set(keyOf('/new'), gone, context)
    expect((await cache.get(keyOf('/new'), appPage))?.value).toMatchObject({ status: 404 })
    vi.setSystemTime(day + 100)
    await cache.revalidateTag('page:/new', {})
    expect(await cache.get(keyOf('/new'), appPage)).toBeNull()
    vi.useRealTimers()
  })

  describe('dates what it stores', () => {
    const tagged = () =>
      Object.assign(page('about') as object, { headers: { 'x-next-cache-tags': 'settings,page:/about' } }) as never
    // A whole second near the real time, which Next reads from another clock.
    const day = Math.floor(Date.now() / 1000) * 1000
    const lastModified = async () => (await cache.get(keyOf('/about'), appPage))?.lastModified

    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: day }))
    afterEach(() => vi.useRealTimers())

    it('by the time it was asked for, when its tags were revalidated while it was being made', async () => {
      expect(await cache.get(keyOf('/about'), appPage)).toBeNull()
      vi.setSystemTime(day + 100)
      await cache.revalidateTag('page:/about', { expire: 60 })
      vi.setSystemTime(day + 200)
      await cache.set(keyOf('/about'), tagged(), context)
      expect(await lastModified()).toBe(day)

      vi.setSystemTime(day + 300)
      await cache.set(keyOf('/about'), tagged(), context)
      expect(await lastModified()).not.toBe(day)
    })

    it('by the time it was stored, when nothing happened meanwhile', async () => {
      await cache.revalidateTag('settings', { expire: 60 })
      vi.setSystemTime(day + 100)
      expect(await cache.get(keyOf('/about'), appPage)).toBeNull()
      vi.setSystemTime(day + 200)
      await cache.set(keyOf('/about'), tagged(), context)
      expect(await lastModified()).not.toBe(day + 100)
    })
  })

  it('keeps answers that found nothing in memory, and all others on disk', async () => {
    const stored = () => globSync('cache/fetch-cache/*', { cwd: folder }).length
    const fetched = { fetchCache: true, tags: [] } as never
    const found = { kind: 'FETCH', tags: [], softTags: [], revalidate: 60 } as never
    await cache.set('nothing', answer('null'), fetched)
    await cache.set('none', answer('[]'), fetched)
    expect(stored()).toBe(0)
    expect((await cache.get('nothing', found))?.value).toMatchObject({ kind: 'FETCH' })
    await cache.set('nothing', answer('{"title":"a"}'), fetched)
    expect(stored()).toBe(1)
    expect((await cache.get('nothing', found))?.value).toMatchObject({ data: { body: '{"title":"a"}' } })
    await cache.set('nothing', answer('null'), fetched)
    expect((await cache.get('nothing', found))?.value).toMatchObject({ data: { body: 'null' } })
  })
})
