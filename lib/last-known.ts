import { LRUCache } from 'lru-cache'
import { withDeadline } from './deadline.ts'
import { sharedState } from './shared-state.ts'

/** An answer holds for this time, in which a change has reached every process. */
const FRESH_MS = 30_000

/** Delay before a query that failed is repeated. */
const RETRY_DELAY_MS = 5_000

/** `answer` is undefined before the first one. */
type Entry<Answer> = { answer: Answer | undefined; until: number; query?: Promise<void> | undefined }

/**
 * Caches the answers to one query about organizations, for the whole process. Each holds for a short time, and is queried
 * once for all callers; while a query fails or takes long, the previous answer holds.
 */
export class LastKnown<Answer> {
  readonly #entries: LRUCache<string, Entry<Answer>>
  readonly #query: (organizationId: string) => Promise<Answer>
  readonly #onFailure: (error: unknown) => void

  /** @param name unique in this program */
  constructor(name: string, query: (organizationId: string) => Promise<Answer>, onFailure: (error: unknown) => void) {
    this.#entries = sharedState(name, () => new LRUCache<string, Entry<Answer>>({ max: 10_000 }))
    this.#query = query
    this.#onFailure = onFailure
  }

  /**
   * @param timeoutMs how long to wait for an answer
   * @returns undefined if there has been none since the process began
   */
  async of(organizationId: string, timeoutMs: number): Promise<Answer | undefined> {
    const end = performance.now() + timeoutMs
    for (;;) {
      const entry = this.#entry(organizationId)
      if (entry.until > Date.now()) return entry.answer
      entry.query ??= this.#fill(organizationId, entry)
      await withDeadline(entry.query, end - performance.now(), () => undefined)
      // An entry that was forgotten while it was filled may have the answer from before the change.
      if (this.#entries.peek(organizationId) === entry) return entry.answer
      if (performance.now() >= end) return this.#entries.peek(organizationId)?.answer
    }
  }

  /** Makes this process query again, after a change. */
  forget(organizationId: string): void {
    this.#entries.delete(organizationId)
  }

  #entry(organizationId: string): Entry<Answer> {
    const entry = this.#entries.get(organizationId) ?? { answer: undefined, until: 0 }
    this.#entries.set(organizationId, entry)
    return entry
  }

  /** Fills an entry, which is no longer in the cache if it was forgotten. */
  async #fill(organizationId: string, entry: Entry<Answer>): Promise<void> {
    try {
      entry.answer = await this.#query(organizationId)
      entry.until = Date.now() + FRESH_MS
    } catch (error) {
      this.#onFailure(error)
      entry.until = Date.now() + RETRY_DELAY_MS
    }
    entry.query = undefined
  }
}
