import { RETRY_INTERVAL_MS, wasStaleServed } from '../cache/result-cache.ts'
import { getRevalidatedTags } from '../cache/revalidated-tags.ts'
import { logUnknownScripts } from '../csp/inline-scripts.ts'
import { type CacheControl, STORED_KEY_HEADER, type StoredValue } from './entry.ts'
import { finishPage } from './finish-page.ts'
import { isOutdated } from './outdated.ts'
import { type PageStore, getPageStore } from './page-store.ts'

/** Header with the tags of a page. Next.js provides the tags only in this header. */
const TAGS_HEADER = 'x-next-cache-tags'

/** Kind of data entries. They are not stored, because lib/platform/cache/result-cache.ts caches queries. */
const DATA_KIND = 'FETCH'

type Options = { serverDistDir?: string }
type GetContext = { kind?: string }
type SetContext = { tags?: string[]; cacheControl?: CacheControl }
type CacheEntry = { value: StoredValue; lastModified: number; cacheControl?: CacheControl }

const getTags = ({ headers }: StoredValue, { tags = [] }: SetContext): string[] => {
  const header = headers?.[TAGS_HEADER]
  return [...tags, ...(typeof header === 'string' && header !== '' ? header.split(',') : [])]
}

/**
 * Cache handler of Next.js (`cacheHandler`). It removes framework code from pages when it stores them. Outdated pages
 * count as missing and render again. Reference:
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache {
  readonly #pages: PageStore | undefined
  readonly #createdAt = Date.now()
  /** Time of each cache miss. A page is dated from its miss, because it may read content just before a revalidation. */
  readonly #missedAt = new Map<string, number>()

  /** Next.js creates one handler per request. The proxy's handler has no folder and stores nothing. */
  constructor({ serverDistDir }: Options) {
    this.#pages = serverDistDir ? getPageStore(serverDistDir) : undefined
  }

  async get(key: string, { kind }: GetContext): Promise<CacheEntry | null> {
    if (kind === DATA_KIND) return null
    const now = Date.now()
    if (!this.#missedAt.has(key)) this.#missedAt.set(key, now)
    const entry = await this.#pages?.get(key)
    if (!entry || isOutdated(entry, now)) return null
    return { value: entry.value, lastModified: entry.startedAt, cacheControl: entry.cacheControl }
  }

  async set(key: string, value: StoredValue | null, context: SetContext): Promise<void> {
    if (!value || value.kind === DATA_KIND) return
    const now = Date.now()
    const startedAt = this.#missedAt.get(key) ?? this.#createdAt
    this.#missedAt.delete(key)
    const tags = getTags(value, context)
    // Next.js sends this object to the first visitor, so the code modifies it in place.
    Object.assign(value, finishPage(value))
    value.headers = { ...value.headers, [STORED_KEY_HEADER]: encodeURIComponent(key) }
    if (typeof value.html === 'string') logUnknownScripts(value.html, key)
    await this.#pages?.set(key, {
      value,
      tags,
      startedAt,
      retryAt: wasStaleServed(tags, startedAt) ? now + RETRY_INTERVAL_MS : undefined,
      cacheControl: context.cacheControl,
    })
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    getRevalidatedTags().mark([tags].flat())
  }

  resetRequestCache(): void {}
}
