import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as FetchModule from '../../../sanity/lake/fetch.ts'
import { revalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { CITY_QUERY } from '../../../sanity/queries/city.ts'
import { tagsOfQuery } from '../../../sanity/tags.ts'
import { type AnyServer, closed, listening } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

type Fetch = typeof FetchModule
type Cached = { tags?: string[]; revalidate?: number }

const next = vi.hoisted(() => ({
  isDraft: false,
  cookies: new Map<string, string>(),
  cached: [] as Cached[],
}))

vi.mock('server-only', () => ({}))
vi.mock('next/headers', () => ({
  draftMode: async () => ({ isEnabled: next.isDraft }),
  cookies: async () => ({
    has: (name: string) => next.cookies.has(name),
    get: (name: string) => (next.cookies.has(name) ? { value: next.cookies.get(name) } : undefined),
  }),
}))
vi.mock('next/cache', () => ({
  unstable_cache: (read: () => Promise<unknown>, _: string[], options: Cached) => async () => {
    next.cached.push(options)
    return read()
  },
}))

type Seen = { url: URL; authorization: string | undefined }

let server: AnyServer
let answer: (request: IncomingMessage, response: ServerResponse) => void
const seen: Seen[] = []
let fetchContent: Fetch['fetchContent']
let fetchUncached: Fetch['fetchUncached']

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const folder = mkdtempSync(join(tmpdir(), 'answers-'))

/** Returns a query that is short enough for @sanity/client to send as GET. */
const readOf = (path: string) => ({ query: CITY_QUERY, params: { slug: path } })
const read = readOf('/a')

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: new URL(request.url ?? '', 'http://lake.test'), authorization: request.headers.authorization })
    answer(request, response)
  })
  stubSiteEnv({ SANITY_API_HOST: `http://127.0.0.1:${await listening(server)}` })
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  ;({ fetchContent, fetchUncached } = await import('../../../sanity/lake/fetch.ts'))
})

afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await closed(server)
})

beforeEach(() => {
  Object.assign(next, { isDraft: false, cookies: new Map(), cached: [] })
  seen.length = 0
})

describe('published content', () => {
  it('is read without a token or CDN and cached for one hour', async () => {
    answer = json({ result: { _id: 'a' } })
    expect(await fetchContent(read)).toEqual({ _id: 'a' })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.authorization).toBeUndefined()
    expect(seen[0]?.url.pathname).toBe('/v2025-02-19/data/query/production')
    expect(seen[0]?.url.searchParams.get('perspective')).toBe('published')
    expect(seen[0]?.url.searchParams.get('$slug')).toBe('"/a"')
    const tags = tagsOfQuery(read.query, read.params)
    expect(tags).toContain('city:%2Fa')
    expect(next.cached).toEqual([{ tags, revalidate: 3600 }])
  })

  it('expires at the time of its next scheduled change', async () => {
    answer = json({ result: { _id: 'a' } })
    const changesAt = vi.fn<(answer: unknown, now: number) => number | undefined>()
    const planned = { ...readOf('/planned'), changesAt }
    await fetchContent(planned)
    expect(next.cached).toHaveLength(1)
    changesAt.mockReturnValue(1_800_000_000_000)
    await fetchContent(planned)
    expect(changesAt).toHaveBeenLastCalledWith({ _id: 'a' }, expect.any(Number))
    expect(next.cached.at(-1)).toEqual({ tags: ['until:1800000000000'] })
  })

  it('is null only if the document is missing', async () => {
    answer = ({ url = '' }, response) =>
      json({ result: decodeURIComponent(url).includes('defined(*[0]._id)') || null })({} as IncomingMessage, response)
    expect(await fetchContent(readOf('/missing'))).toBeNull()
  })

  it('uses the stale response if the whole dataset appears empty', async () => {
    answer = json({ result: { _id: 'there' } })
    await fetchContent(readOf('/there'))
    revalidatedTags().mark(['city:%2Fthere'])
    answer = json({ result: null })
    expect(await fetchContent(readOf('/there'))).toEqual({ _id: 'there' })
    await expect(fetchContent(readOf('/never-asked'))).rejects.toThrow('no document at all')
  })

  it.each([
    ['an error', json({ error: { description: 'no' } }, 500)],
    ['an unrelated 200', json({ message: 'hello' })],
    ['null', json(null)],
    ['the wrong shape', json({ result: [] })],
    ['a document without an id', json({ result: { title: 'x' } })],
    ['HTML', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
    [
      'truncated',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).write('{"result":')
        response.socket?.destroy()
      },
    ],
    ['nothing', (request: IncomingMessage) => void request.socket.destroy()],
  ])('cannot be read if the response is %s', async (_, bad) => {
    answer = bad
    await expect(fetchContent(readOf('/never-read'))).rejects.toThrow()
  })

  it('is queried again only after one of its tags is revalidated', async () => {
    const edited = readOf('/edited')
    answer = json({ result: { _id: 'old' } })
    await fetchContent(edited)
    answer = json({ result: { _id: 'new' } })
    expect(await fetchContent(edited)).toEqual({ _id: 'old' })
    expect(seen).toHaveLength(1)
    revalidatedTags().mark(['city:%2Fanother'])
    expect(await fetchContent(edited)).toEqual({ _id: 'old' })
    revalidatedTags().mark(['city:%2Fedited'])
    expect(await fetchContent(edited)).toEqual({ _id: 'new' })
  })

  it('uses the stale response while the Content Lake returns invalid responses', async () => {
    const kept = readOf('/kept')
    answer = json({ result: { _id: 'old' } })
    await fetchContent(kept)
    revalidatedTags().mark(['city:%2Fkept'])
    answer = json({ message: 'hello' })
    expect(await fetchContent(kept)).toEqual({ _id: 'old' })
    await expect(fetchUncached(kept)).rejects.toThrow('invalid answer')
  })

  it('times out if the response never starts or never ends', async () => {
    const started = performance.now()
    answer = () => undefined
    const silent = fetchUncached(read)
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":')
    const endless = fetchUncached({ ...read, params: { slug: '/b' } })
    const results = await Promise.allSettled([silent, endless])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(performance.now() - started).toBeLessThan(6_000)
  })
})

describe('draft mode', () => {
  beforeEach(() => {
    next.isDraft = true
    answer = json({ result: { _id: 'a' } })
  })

  it('reads drafts with a token and a source map and bypasses the cache', async () => {
    await fetchContent(read)
    expect(next.cached).toEqual([])
    expect(seen[0]?.authorization).toBe('Bearer local-viewer-token')
    expect(seen[0]?.url.searchParams.get('perspective')).toBe('drafts')
    expect(seen[0]?.url.searchParams.get('resultSourceMap')).toBe('withKeyArraySelector')
  })

  it('reads the release that the editor selected', async () => {
    next.cookies.set('sanity-preview-perspective', 'rSummer,drafts')
    await fetchContent({ ...read, params: { slug: '/c' } })
    expect(seen[0]?.url.searchParams.get('perspective')).toBe('rSummer,drafts')
  })

  it('requests no source map if stega encoding is off', async () => {
    await fetchContent({ ...read, params: { path: '/d' } }, { stega: false })
    expect(seen[0]?.url.searchParams.get('resultSourceMap')).not.toBe('withKeyArraySelector')
  })
})
