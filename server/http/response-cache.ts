import { LRUCache } from 'lru-cache'
import { STORED_KEY_HEADER } from '../../lib/platform/page-cache/entry.ts'
import { isStale, isOutdated, type Lifetime } from '../../lib/platform/page-cache/outdated.ts'
import type { PageStore } from '../../lib/platform/page-cache/page-store.ts'
import { recordRender, lookups } from '../../lib/platform/telemetry/page-cache.ts'
import { recordFirstRender } from '../../lib/platform/telemetry/publishes.ts'
import { runSpan } from '../../lib/platform/telemetry/spans.ts'
import { Body } from './body.ts'
import type { Render, RenderedResponse } from './render.ts'
import type { PreparedResponse } from './response.ts'
import { ALWAYS_REVALIDATE, getDefaultPolicy, POLICY_HEADER } from './response-headers.ts'

const MAX_CACHE_BYTES = 48 * 1024 * 1024

/** Estimated size of a response with its compressed forms, relative to the body. */
const COMPRESSED_SIZE_FACTOR = 1.5

export type CachedResponse = PreparedResponse & { lifetime: Lifetime }

/**
 * Result of a lookup: a cached response, or one that was rendered for a single request because Next.js does not cache
 * it.
 */
export type CacheResult = { cached: CachedResponse } | { rendered: RenderedResponse }

const isImmutable = ({ status, headers }: RenderedResponse): boolean =>
  status === 200 && headers['cache-control']?.includes('immutable') === true

export const IMMUTABLE_LIFETIME: Lifetime = {
  tags: [],
  startedAt: Infinity,
  retryAt: undefined,
  cacheControl: undefined,
}

/** Copies the lifetime, because a reference to the entry would keep its HTML in memory. */
const toLifetime = ({ tags, startedAt, retryAt, cacheControl }: Lifetime) => ({
  tags,
  startedAt,
  retryAt,
  cacheControl,
})

function prepareResponse(rendered: RenderedResponse, bytes: Buffer): PreparedResponse {
  const { status } = rendered
  const type = rendered.headers['content-type'] ?? ''
  const headers: RenderedResponse['headers'] = { [POLICY_HEADER]: getDefaultPolicy(type), ...rendered.headers }
  if (!isImmutable(rendered)) headers['cache-control'] = ALWAYS_REVALIDATE
  return { status, headers, body: new Body(bytes, type) }
}

/**
 * In-memory cache of responses, which are compressed once. Their lifetimes are those of the page cache
 * (lib/platform/page-cache). Outdated responses render again before they are sent.
 */
export class ResponseCache {
  readonly #render: (path: string) => Promise<RenderedResponse>
  readonly #pages: PageStore
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ body }) => 1_024 + Math.round(body.bytes.length * COMPRESSED_SIZE_FACTOR),
    dispose: ({ body }) => body.drop(),
  })
  /** Running renders by key, shared by concurrent requests. */
  readonly #runningRenders = new Map<string, Promise<CacheResult>>()

  constructor(render: Render, pages: PageStore, host: string) {
    this.#render = (path) => render(path, { host })
    this.#pages = pages
  }

  getFreshResponse(path: string): CachedResponse | undefined {
    const cached = this.#responses.get(path)
    const now = Date.now()
    return cached && !isOutdated(cached.lifetime, now) && !isStale(cached.lifetime, now) ? cached : undefined
  }

  async get(path: string): Promise<CacheResult> {
    const cached = this.getFreshResponse(path)
    if (cached) {
      lookups.hit++
      return { cached }
    }
    const runningRender = this.#runningRenders.get(path)
    if (!runningRender) return this.#start(path)
    lookups.waited++
    // The running render may have started before a publish that precedes this request. The next render starts after it.
    await runningRender
    const freshResponse = this.getFreshResponse(path)
    return freshResponse ? { cached: freshResponse } : (this.#runningRenders.get(path) ?? this.#start(path))
  }

  #start(path: string): Promise<CacheResult> {
    lookups.rendered++
    const newRender = runSpan('render', {}, () => this.#renderAndCache(path)).finally(() =>
      this.#runningRenders.delete(path),
    )
    this.#runningRenders.set(path, newRender)
    return newRender
  }

  async #renderAndCache(path: string): Promise<CacheResult> {
    const start = performance.now()
    const { headers: allHeaders, ...rest } = await this.#render(path)
    recordRender(performance.now() - start)
    const { [STORED_KEY_HEADER]: key, ...headers } = allHeaders
    const rendered = { ...rest, headers }
    const entry = key === undefined ? undefined : await this.#pages.get(decodeURIComponent(key))
    if (!entry && !isImmutable(rendered)) return { rendered }
    const bytes = entry ? Buffer.from(entry.value.html ?? entry.value.body ?? '') : rendered.body
    const cached = { ...prepareResponse(rendered, bytes), lifetime: entry ? toLifetime(entry) : IMMUTABLE_LIFETIME }
    // A page that was rendered from stale content does not show the publish.
    if (entry && entry.retryAt === undefined) recordFirstRender(entry.tags, entry.startedAt)
    this.#responses.set(path, cached)
    return { cached }
  }
}
