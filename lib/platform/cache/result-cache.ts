import { millisecondsInHour } from 'date-fns/constants'
import { LRUCache } from 'lru-cache'
import { withDeadline } from '../time/deadline.ts'
import { log } from '../log/log.ts'
import type { FileStore } from './file-store.ts'
import { Outage } from './outage.ts'
import { RevalidatedTags, getRevalidatedTags } from './revalidated-tags.ts'
import { getSharedState } from '../process/shared-state.ts'

/** Maximum age of a result, in case a revalidation webhook is lost. */
const MAX_AGE_MS = millisecondsInHour

/**
 * Maximum waits for a fresh response, if a stale one exists and if none exists. They give a slow service time to return
 * newly published content.
 */
const MAX_WAIT_MS = 900
const MAX_FIRST_WAIT_MS = 4_000

/** Interval between probes of a failed service. A page with stale content renders again after the same time. */
export const RETRY_INTERVAL_MS = 3_000

/** Extra wait, because a busy process runs timers before it reads sockets. */
const GRACE_MS = 30

const MAX_BACKGROUND_READS = 20

const MAX_CACHED_CHARACTERS = 64 * 1024 * 1024

/** Maximum number of cached empty results, because visitors can request any number of unknown pages. */
const MAX_EMPTY_RESULTS = 2_000

export type CacheQuery = {
  key: string
  tags: string[]
  /**
   * Runs the query; must settle within seconds.
   * @param lastGood previous result
   * @throws if there is no valid result
   */
  run: (lastGood?: unknown) => Promise<unknown>
}

type CachedResult = { value: unknown; readAt: number }
type PendingRead = { startedAt: number; result: Promise<unknown> }

/** Returns the tags of stale results that were served, with the time of each. */
const getStaleTags = (): RevalidatedTags => getSharedState('lastGoodTags', () => new RevalidatedTags())

/** Returns whether a page with these tags, rendered since `time`, may contain a stale result. */
export const wasStaleServed = (tags: readonly string[], time: number): boolean =>
  getStaleTags().wasAnyRevalidatedSince(tags, time)

const isEmptyResult = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const waitAtMost = <Value>(promise: Promise<Value>, milliseconds: number): Promise<{ value: Value } | undefined> =>
  withDeadline(
    promise.then((value) => ({ value })),
    milliseconds,
    () => undefined,
  )

/**
 * Cache of query results. A result is fresh until one of its tags is revalidated. If the service is down, slow or
 * returns invalid data, the last good result is returned. Concurrent equal queries share one request. Last good results
 * survive a restart.
 */
export class ResultCache {
  readonly #files: FileStore
  readonly #results = new LRUCache<string, CachedResult>({ maxSize: MAX_CACHED_CHARACTERS })
  readonly #emptyResults = new LRUCache<string, CachedResult>({
    max: MAX_EMPTY_RESULTS,
    dispose: (_result, key, reason) => void (reason === 'evict' && this.#files.delete(key)),
  })
  readonly #reads = new Map<string, PendingRead>()
  readonly #outage: Outage

  /**
   * @param probe resolves if the service responds; if omitted, a visitor's query retries after
   * {@link RETRY_INTERVAL_MS}
   */
  constructor(files: FileStore, probe: () => Promise<unknown> = async () => undefined) {
    this.#files = files
    this.#outage = new Outage(probe, RETRY_INTERVAL_MS)
  }

  /** Opens the circuit breaker after a failure in other code. */
  reportFailure(err: unknown): void {
    this.#outage.reportFailure(err)
  }

  /** Returns a fresh result or the last good one. @throws if neither exists */
  async read(query: CacheQuery): Promise<unknown> {
    const { key } = query
    const cached = this.#getFromMemory(key)
    if (cached && this.#isFresh(query, cached.readAt)) return cached.value
    const staleResult = cached ?? (await this.#readStoredResult(key))
    if (!staleResult) return this.#waitForFirst(this.#findRunningRead(query) ?? this.#start(query))
    const read =
      this.#findPendingRead(query) ?? (this.#canStartInBackground() ? this.#start(query, staleResult) : undefined)
    const freshResult = read && (await this.#waitForFresh(read))
    return freshResult ? freshResult.value : this.#serveStale(query, staleResult)
  }

  #getFromMemory = (key: string): CachedResult | undefined => this.#results.get(key) ?? this.#emptyResults.get(key)

  #canStartInBackground = () => !this.#outage.isOpen || this.#reads.size < MAX_BACKGROUND_READS

  #isFresh({ tags }: CacheQuery, readAt: number): boolean {
    return Date.now() - readAt < MAX_AGE_MS && !getRevalidatedTags().wasAnyRevalidatedSince(tags, readAt)
  }

  #findRunningRead(query: CacheQuery): PendingRead | undefined {
    const read = this.#reads.get(query.key)
    return read && this.#isFresh(query, read.startedAt) ? read : undefined
  }

  /** Returns the running query, unless it hangs although the service has recovered. */
  #findPendingRead(query: CacheQuery): PendingRead | undefined {
    const read = this.#findRunningRead(query)
    return read && (this.#outage.isOpen || Date.now() < read.startedAt + MAX_WAIT_MS) ? read : undefined
  }

  #start(query: CacheQuery, staleResult?: CachedResult): PendingRead {
    const startedAt = Date.now()
    const read: PendingRead = { startedAt, result: query.run(staleResult?.value) }
    this.#reads.set(query.key, read)
    void this.#settle(query, read)
    return read
  }

  async #settle(query: CacheQuery, read: PendingRead): Promise<void> {
    try {
      const value = await read.result
      this.#outage.end()
      await this.#store(query.key, { value, readAt: read.startedAt })
    } catch (err) {
      this.#outage.reportFailure(err)
    } finally {
      if (this.#reads.get(query.key) === read) this.#reads.delete(query.key)
    }
  }

  async #store(key: string, cached: CachedResult): Promise<void> {
    const { readAt = 0 } = this.#getFromMemory(key) ?? {}
    if (readAt > cached.readAt) return
    const json = JSON.stringify(cached.value)
    this.#storeInMemory(key, cached, json)
    // Empty results are stored too, because a page may query optional content.
    return this.#files.write(key, json)
  }

  #storeInMemory(key: string, cached: CachedResult, json: string): void {
    if (isEmptyResult(cached.value)) {
      this.#results.delete(key)
      this.#emptyResults.set(key, cached)
      return
    }
    this.#emptyResults.delete(key)
    this.#results.set(key, cached, { size: json.length })
  }

  /** Returns the last good result that an earlier process stored; it is never fresh. */
  async #readStoredResult(key: string): Promise<CachedResult | undefined> {
    const json = (await this.#files.read(key))?.toString('utf8')
    if (json === undefined) return undefined
    try {
      const cached = { value: JSON.parse(json) as unknown, readAt: 0 }
      if (!this.#getFromMemory(key)) this.#storeInMemory(key, cached, json)
      return cached
    } catch (err) {
      log.error({ err }, 'content-lake: corrupt cache entry')
      return undefined
    }
  }

  async #waitForFirst({ result }: PendingRead): Promise<unknown> {
    const outcome = await waitAtMost(result, MAX_FIRST_WAIT_MS)
    if (!outcome) throw new Error(`No response within ${MAX_FIRST_WAIT_MS} ms`)
    return outcome.value
  }

  async #waitForFresh({ startedAt, result }: PendingRead): Promise<{ value: unknown } | undefined> {
    if (this.#outage.isOpen) return undefined
    try {
      const outcome =
        (await waitAtMost(result, startedAt + MAX_WAIT_MS - Date.now())) ?? (await waitAtMost(result, GRACE_MS))
      if (!outcome) this.#outage.reportFailure(new Error(`No response within ${MAX_WAIT_MS} ms`))
      return outcome
    } catch {
      // #settle has already logged the failure.
      return undefined
    }
  }

  #serveStale({ tags }: CacheQuery, { value }: CachedResult): unknown {
    getStaleTags().mark(tags)
    return value
  }
}
