import { LRUCache } from 'lru-cache'
import { withDeadline } from '../time/deadline.ts'
import { getSharedState } from '../process/shared-state.ts'

type Entry<Value> = { value: Value | undefined; expiresAt: number; query?: Promise<void> | undefined }

type Options = {
  freshMs?: number
  retryMs?: number
  onFailure?: (error: unknown) => void
}

/**
 * Process-wide cache of a query. Concurrent callers share one running query. If the query fails or is too slow, callers
 * get the previous value.
 */
export class CachedQuery<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #query: (key: string) => Promise<Value>
  readonly #options: Required<Options>

  /** @param name shares the cache between the bundles of this process; if omitted, the cache is private */
  constructor(
    name: string | undefined,
    query: (key: string) => Promise<Value>,
    { freshMs = 30_000, retryMs = 5_000, onFailure = () => {} }: Options = {},
  ) {
    const create = () => new LRUCache<string, Entry<Value>>({ max: 10_000 })
    this.#entries = name === undefined ? create() : getSharedState(name, create)
    this.#query = query
    this.#options = { freshMs, retryMs, onFailure }
  }

  /** Returns the current or previous value; undefined if no query has succeeded yet. */
  async get(key: string, timeoutMs: number): Promise<Value | undefined> {
    const end = performance.now() + timeoutMs
    for (;;) {
      const entry = this.#getEntry(key)
      if (entry.expiresAt > Date.now()) return entry.value
      entry.query ??= this.#refresh(key, entry)
      await withDeadline(entry.query, end - performance.now(), () => undefined)
      // After `invalidate`, a running query may still return the old value.
      if (this.#entries.peek(key) === entry) return entry.value
      if (performance.now() >= end) return this.#entries.peek(key)?.value
    }
  }

  invalidate(key: string): void {
    this.#entries.delete(key)
  }

  #getEntry(key: string): Entry<Value> {
    const entry = this.#entries.get(key) ?? { value: undefined, expiresAt: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  async #refresh(key: string, entry: Entry<Value>): Promise<void> {
    const { freshMs, retryMs, onFailure } = this.#options
    try {
      entry.value = await this.#query(key)
      entry.expiresAt = Date.now() + freshMs
    } catch (error) {
      onFailure(error)
      entry.expiresAt = Date.now() + retryMs
    }
    entry.query = undefined
  }
}
