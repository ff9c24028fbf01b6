import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type * as FetchModule from '../../sanity/fetch.ts'
import { stubSiteEnv } from '../support/site-env.ts'

type Fetch = typeof FetchModule
type Cached = { tags?: string[]; revalidate?: number }

const next = vi.hoisted(() => ({
  isDraft: false,
  cookies: new Map<string, string>(),
  cached: [] as Cached[],
  /** What the cache still has when a refresh fails, as Next's does. */
  stale: undefined as unknown,
}))

vi.mock('server-only', () => ({}))
vi.mock('next/headers', () => ({
  draftMode: async () => ({ isEnabled: next.isDraft }),
  cookies: async () => ({
    has: (name: string) => next.cookies.has(name),
    get: (name: string) => (next.cookies.has(name) ? { value: next.cookies.get(name) } : undefined),
  }),
}))
// Outside a bundler the package resolves to its browser half, which refuses to read cookies.
vi.mock('next-sanity/live', () => ({
  resolvePerspectiveFromCookies: async ({
    cookies,
  }: {
    cookies: { get(name: string): { value: string } | undefined }
  }) => cookies.get('sanity-preview-perspective')?.value.split(',') ?? 'drafts',
}))
vi.mock('next/cache', () => ({
  unstable_cache: (read: () => Promise<unknown>, _: string[], options: Cached) => async () => {
    next.cached.push(options)
    return read().catch((error: unknown) => {
      if (next.stale === undefined) throw error
      return next.stale
    })
  },
}))

type Seen = { url: URL; authorization: string | undefined }

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
const seen: Seen[] = []
let fetchContent: Fetch['fetchContent']
let fetchUncached: Fetch['fetchUncached']

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const read = {
  query: '*[_id == $id][0]',
  params: { id: 'a' },
  tags: ['page:/a', 'links'],
  shape: z.looseObject({ _id: z.string() }).nullable(),
}

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: new URL(request.url ?? '', 'http://lake.test'), authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stubSiteEnv({ SANITY_API_HOST: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  ;({ fetchContent, fetchUncached } = await import('../../sanity/fetch.ts'))
})

afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  Object.assign(next, { isDraft: false, cookies: new Map(), cached: [], stale: undefined })
  seen.length = 0
})

describe('published content', () => {
  it('is read without a token, published, past the CDN, and cached under its tags with a safety net', async () => {
    answer = json({ result: { _id: 'a' } })
    expect(await fetchContent(read)).toEqual({ _id: 'a' })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.authorization).toBeUndefined()
    expect(seen[0]?.url.pathname).toBe('/v2025-02-19/data/query/production')
    expect(seen[0]?.url.searchParams.get('perspective')).toBe('published')
    expect(seen[0]?.url.searchParams.get('$id')).toBe('"a"')
    expect(next.cached).toEqual([{ tags: ['page:/a', 'links'], revalidate: 3600 }])
  })

  it('is missing only when the answer says so', async () => {
    answer = json({ result: null })
    expect(await fetchContent(read)).toBeNull()
  })

  it.each([
    ['an error', json({ error: { description: 'no' } }, 500)],
    ['another 200', json({ message: 'hello' })],
    ['null', json(null)],
    ['the wrong shape', json({ result: [] })],
    ['a document without an id', json({ result: { title: 'x' } })],
    ['HTML', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
    [
      'half an answer',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).write('{"result":')
        response.socket?.destroy()
      },
    ],
    ['nothing', (request: IncomingMessage) => void request.socket.destroy()],
  ])('throws on %s', async (_, bad) => {
    answer = bad
    await expect(fetchContent(read)).rejects.toThrow()
  })

  it('throws when a refresh fails although the cache hides it, so that the old page is kept and not stored anew', async () => {
    next.stale = { _id: 'old' }
    answer = json({ message: 'hello' })
    await expect(fetchContent(read)).rejects.toThrow('invalid answer')
  })

  it('gives up after a few seconds when the answer never comes, or never ends', async () => {
    const started = performance.now()
    answer = () => undefined
    const silent = fetchUncached(read)
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":')
    const endless = fetchUncached({ ...read, params: { id: 'b' } })
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

  it('reads drafts with the token and a source map, and never touches the cache', async () => {
    await fetchContent(read)
    expect(next.cached).toEqual([])
    expect(seen[0]?.authorization).toBe('Bearer local-viewer-token')
    expect(seen[0]?.url.searchParams.get('perspective')).toBe('drafts')
    expect(seen[0]?.url.searchParams.get('resultSourceMap')).toBe('withKeyArraySelector')
  })

  it('reads the release that the editor has chosen', async () => {
    next.cookies.set('sanity-preview-perspective', 'rSummer,drafts')
    await fetchContent({ ...read, params: { id: 'c' } })
    expect(seen[0]?.url.searchParams.get('perspective')).toBe('rSummer,drafts')
  })

  it('has no source map where text goes into metadata', async () => {
    await fetchContent({ ...read, params: { id: 'd' } }, { stega: false })
    expect(seen[0]?.url.searchParams.get('resultSourceMap')).not.toBe('withKeyArraySelector')
  })
})
