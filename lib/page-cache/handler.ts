import { RETRY_MS, usedLastGood } from '../cache/answers.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import { logUnknownScripts } from '../csp/inline-scripts.ts'
import { type CacheControl, STORED_KEY_HEADER, type StoredValue } from './entry.ts'
import { finishPage } from './finish-page.ts'
import { isOutdated } from './outdated.ts'
import { type PageStore, pageStore } from './page-store.ts'

/** Where Next notes the tags of a page, of which `set` is not told otherwise. */
const TAGS_HEADER = 'x-next-cache-tags'

/** Kind of the entries in which Next keeps data; the answers to queries are kept in lib/cache/answers.ts instead. */
const DATA = 'FETCH'

type Options = { serverDistDir?: string }
type GetContext = { kind?: string }
type SetContext = { tags?: string[]; cacheControl?: CacheControl }
type Stored = { value: StoredValue; lastModified: number; cacheControl?: CacheControl }

const tagsOf = ({ headers }: StoredValue, { tags = [] }: SetContext): string[] => {
  const header = headers?.[TAGS_HEADER]
  return [...tags, ...(typeof header === 'string' && header !== '' ? header.split(',') : [])]
}

/**
 * The page cache, by Next's `cacheHandler` interface: pages are finished when they are stored, and an outdated one counts
 * as missing, so that it is rendered anew before anybody is answered with it.
 * Reference: https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache {
  readonly #pages: PageStore | undefined
  readonly #createdAt = Date.now()
  /**
   * When an entry was asked for that Next may then render, by key. A page is as old as that: one that read its content just
   * before a revalidation must not count as fresh after it.
   */
  readonly #askedAt = new Map<string, number>()

  /** Next makes one for each request; the proxy's has no folder, and stores nothing. */
  constructor({ serverDistDir }: Options) {
    this.#pages = serverDistDir ? pageStore(serverDistDir) : undefined
  }

  async get(key: string, { kind }: GetContext): Promise<Stored | null> {
    if (kind === DATA) return null
    const now = Date.now()
    if (!this.#askedAt.has(key)) this.#askedAt.set(key, now)
    const entry = await this.#pages?.get(key)
    if (!entry || isOutdated(entry, now)) return null
    return { value: entry.value, lastModified: entry.startedAt, cacheControl: entry.cacheControl }
  }

  async set(key: string, value: StoredValue | null, context: SetContext): Promise<void> {
    if (!value || value.kind === DATA) return
    const now = Date.now()
    const startedAt = this.#askedAt.get(key) ?? this.#createdAt
    this.#askedAt.delete(key)
    const tags = tagsOf(value, context)
    // The visitor for whom it was rendered is answered with this very value, so the page is finished in place.
    Object.assign(value, finishPage(value))
    value.headers = { ...value.headers, [STORED_KEY_HEADER]: encodeURIComponent(key) }
    if (typeof value.html === 'string') logUnknownScripts(value.html, key)
    await this.#pages?.set(key, {
      value,
      tags,
      startedAt,
      retryAt: usedLastGood(tags, startedAt) ? now + RETRY_MS : undefined,
      cacheControl: context.cacheControl,
    })
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    revalidatedTags().mark([tags].flat())
  }

  resetRequestCache(): void {}
}
