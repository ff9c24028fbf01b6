import { LRUCache } from 'lru-cache'

/** Renderings under way at one time; each leaves when its page is stored, those that failed never are. */
const MAX_STARTS = 1_000

/**
 * When the renderings under way began, by cache key, in milliseconds since 1970. A page is as old as the start of its
 * rendering: one that read its content just before a revalidation must not count as fresh after it.
 */
export class RenderStarts {
  readonly #starts = new LRUCache<string, number[]>({ max: MAX_STARTS })

  /** Notes that an entry was asked for and has to be rendered. */
  add(key: string, now: number): void {
    this.#starts.set(key, [...(this.#starts.get(key) ?? []), now])
  }

  /** The earliest start since which an entry that is stored now can have been rendered; forgets it. */
  take(key: string, now: number): number {
    const [earliest = now, ...others] = this.#starts.get(key) ?? []
    if (others.length > 0) this.#starts.set(key, others)
    else this.#starts.delete(key)
    return earliest
  }
}
