import { getSharedState } from '../process/shared-state.ts'

/** Maximum number of tags. There is one tag per recently edited document and field. */
const MAX_TAGS = 50_000

/**
 * Revalidation time of each tag, in milliseconds on this process's clock. When the map is full, the oldest tags are
 * evicted, and everything older than an evicted tag counts as stale.
 */
export class RevalidatedTags {
  /** Times by tag, in order of revalidation, latest last. */
  readonly #times = new Map<string, number>()
  readonly #limit: number
  #expiredUntil = 0

  constructor(limit = MAX_TAGS) {
    this.#limit = limit
  }

  get size(): number {
    return this.#times.size
  }

  mark(tags: Iterable<string>, time = Date.now()): void {
    for (const tag of tags) {
      if ((this.#times.get(tag) ?? 0) >= time) continue
      this.#times.delete(tag)
      this.#times.set(tag, time)
    }
    for (const [tag, revalidatedAt] of this.#times) {
      if (this.#times.size <= this.#limit) return
      this.#times.delete(tag)
      this.expireUntil(revalidatedAt)
    }
  }

  expireUntil(time: number): void {
    this.#expiredUntil = Math.max(this.#expiredUntil, time)
  }

  wasAnyRevalidatedSince(tags: readonly string[], time: number): boolean {
    return time <= this.#expiredUntil || tags.some((tag) => (this.#times.get(tag) ?? -1) >= time)
  }
}

export const getRevalidatedTags = (): RevalidatedTags => getSharedState('revalidatedTags', () => new RevalidatedTags())
