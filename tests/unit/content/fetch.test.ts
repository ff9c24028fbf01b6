import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as FetchModule from '../../../sanity/lake/fetch.ts'
import { getRevalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { CITY_QUERY } from '../../../sanity/queries/city.ts'
import { getQueryTags } from '../../../sanity/tags.ts'
import { type AnyServer, closeServer, listenOnFreePort } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

type Fetch = typeof FetchModule
type CacheOptions = { tags?: string[]; revalidate?: number }

const next = vi.hoisted(() => ({
  isDraft: false,
  cookies: new Map<string, string>(),
  cached: [] as CacheOptions[],
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
  unstable_cache: (read: () => Promise<unknown>, _: string[], options: CacheOptions) => async () => {
    next.cached.push(options)
    return read()
  },
}))

type RecordedRequest = { url: URL; authorization: string | undefined }

let server: AnyServer
let respond: (request: IncomingMessage, response: ServerResponse) => void
const recordedRequests: RecordedRequest[] = []
let fetchContent: Fetch['fetchContent']
let fetchUncached: Fetch['fetchUncached']

const respondJson =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const folder = mkdtempSync(join(tmpdir(), 'answers-'))

/** Returns a query that is short enough for @sanity/client to send as GET. */
const buildRead = (path: string) => ({ query: CITY_QUERY, params: { slug: path } })
const read = buildRead('/a')

beforeAll(async () => {
  server = createServer((request, response) => {
    recordedRequests.push({
      url: new URL(request.url ?? '', 'http://lake.test'),
      authorization: request.headers.authorization,
    })
    respond(request, response)
  })
  stubSiteEnv({ SANITY_API_HOST: `http://127.0.0.1:${await listenOnFreePort(server)}` })
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  ;({ fetchContent, fetchUncached } = await import('../../../sanity/lake/fetch.ts'))
})

afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await closeServer(server)
})

beforeEach(() => {
  Object.assign(next, { isDraft: false, cookies: new Map(), cached: [] })
  recordedRequests.length = 0
})

describe('published content', () => {
  it('is read without a token or CDN and cached for one hour', async () => {
    respond = respondJson({ result: { _id: 'a' } })
    expect(await fetchContent(read)).toEqual({ _id: 'a' })
    expect(recordedRequests).toHaveLength(1)
    expect(recordedRequests[0]?.authorization).toBeUndefined()
    expect(recordedRequests[0]?.url.pathname).toBe('/v2025-02-19/data/query/production')
    expect(recordedRequests[0]?.url.searchParams.get('perspective')).toBe('published')
    expect(recordedRequests[0]?.url.searchParams.get('$slug')).toBe('"/a"')
    const tags = getQueryTags(read.query, read.params)
    expect(tags).toContain('city:%2Fa')
    expect(next.cached).toEqual([{ tags, revalidate: 3600 }])
  })

  it('expires at the time of its next scheduled change', async () => {
    respond = respondJson({ result: { _id: 'a' } })
    const getChangeTime = vi.fn<(answer: unknown, now: number) => number | undefined>()
    const planned = { ...buildRead('/planned'), getChangeTime }
    await fetchContent(planned)
    expect(next.cached).toHaveLength(1)
    getChangeTime.mockReturnValue(1_800_000_000_000)
    await fetchContent(planned)
    expect(getChangeTime).toHaveBeenLastCalledWith({ _id: 'a' }, expect.any(Number))
    expect(next.cached.at(-1)).toEqual({ tags: ['until:1800000000000'] })
  })

  it('is null only if the document is missing', async () => {
    respond = ({ url = '' }, response) =>
      respondJson({ result: decodeURIComponent(url).includes('defined(*[0]._id)') || null })(
        {} as IncomingMessage,
        response,
      )
    expect(await fetchContent(buildRead('/missing'))).toBeNull()
  })

  it('uses the stale response if the whole dataset appears empty', async () => {
    respond = respondJson({ result: { _id: 'there' } })
    await fetchContent(buildRead('/there'))
    getRevalidatedTags().mark(['city:%2Fthere'])
    respond = respondJson({ result: null })
    expect(await fetchContent(buildRead('/there'))).toEqual({ _id: 'there' })
    await expect(fetchContent(buildRead('/never-asked'))).rejects.toThrow('no document at all')
  })

  it.each([
    ['an error', respondJson({ error: { description: 'no' } }, 500)],
    ['an unrelated 200', respondJson({ message: 'hello' })],
    ['null', respondJson(null)],
    ['the wrong shape', respondJson({ result: [] })],
    ['a document without an id', respondJson({ result: { title: 'x' } })],
    ['HTML', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
    [
      'truncated',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).write('{"result":')
        response.socket?.destroy()
      },
    ],
    ['nothing', (request: IncomingMessage) => void request.socket.destroy()],
  ])('cannot be read if the response is %s', async (_, invalidResponder) => {
    respond = invalidResponder
    await expect(fetchContent(buildRead('/never-read'))).rejects.toThrow()
  })

  it('is queried again only after one of its tags is revalidated', async () => {
    const editedRead = buildRead('/edited')
    respond = respondJson({ result: { _id: 'old' } })
    await fetchContent(editedRead)
    respond = respondJson({ result: { _id: 'new' } })
    expect(await fetchContent(editedRead)).toEqual({ _id: 'old' })
    expect(recordedRequests).toHaveLength(1)
    getRevalidatedTags().mark(['city:%2Fanother'])
    expect(await fetchContent(editedRead)).toEqual({ _id: 'old' })
    getRevalidatedTags().mark(['city:%2Fedited'])
    expect(await fetchContent(editedRead)).toEqual({ _id: 'new' })
  })

  it('uses the stale response while the Content Lake returns invalid responses', async () => {
    const contentRead = buildRead('/kept')
    respond = respondJson({ result: { _id: 'old' } })
    await fetchContent(contentRead)
    getRevalidatedTags().mark(['city:%2Fkept'])
    respond = respondJson({ message: 'hello' })
    expect(await fetchContent(contentRead)).toEqual({ _id: 'old' })
    await expect(fetchUncached(contentRead)).rejects.toThrow('invalid answer')
  })

  it('times out if the response never starts or never ends', async () => {
    const startedAt = performance.now()
    respond = () => undefined
    const silentFetch = fetchUncached(read)
    respond = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":')
    const endless = fetchUncached({ ...read, params: { slug: '/b' } })
    const results = await Promise.allSettled([silentFetch, endless])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })
})

describe('draft mode', () => {
  beforeEach(() => {
    next.isDraft = true
    respond = respondJson({ result: { _id: 'a' } })
  })

  it('reads drafts with a token and a source map and bypasses the cache', async () => {
    await fetchContent(read)
    expect(next.cached).toEqual([])
    expect(recordedRequests[0]?.authorization).toBe('Bearer local-viewer-token')
    expect(recordedRequests[0]?.url.searchParams.get('perspective')).toBe('drafts')
    expect(recordedRequests[0]?.url.searchParams.get('resultSourceMap')).toBe('withKeyArraySelector')
  })

  it('reads the release that the editor selected', async () => {
    next.cookies.set('sanity-preview-perspective', 'rSummer,drafts')
    await fetchContent({ ...read, params: { slug: '/c' } })
    expect(recordedRequests[0]?.url.searchParams.get('perspective')).toBe('rSummer,drafts')
  })

  it('requests no source map if stega encoding is off', async () => {
    await fetchContent({ ...read, params: { path: '/d' } }, { stega: false })
    expect(recordedRequests[0]?.url.searchParams.get('resultSourceMap')).not.toBe('withKeyArraySelector')
  })
})
