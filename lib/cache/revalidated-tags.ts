import { sharedState } from '../shared-state.ts'

/** Tags remembered at most; there is one for each document and field that was edited lately. */
const MAX_TAGS = 50_000

/**
 * When each cache tag was last revalidated, in milliseconds since 1970 on the clock of this process.
 * It forgets the oldest rather than grow without bounds; what is older than anything forgotten then counts as outdated.
 */
export class RevalidatedTags {
  /** The tag revalidated last comes last. */
  readonly #times = new Map<string, number>()
  readonly #limit: number
  #forgottenUntil = 0

  constructor(limit = MAX_TAGS) {
    this.#limit = limit
  }

  get size(): number {
    return this.#times.size
  }

  /** Notes that whatever carries one of these tags and was begun up to `time` is outdated. */
  mark(tags: Iterable<string>, time = Date.now()): void {
    for (const tag of tags) {
      if ((this.#times.get(tag) ?? 0) >= time) continue
      this.#times.delete(tag)
      this.#times.set(tag, time)
    }
    for (const [tag, oldest] of this.#times) {
      if (this.#times.size <= this.#limit) return
      this.#times.delete(tag)
      this.forgetUntil(oldest)
    }
  }

  /** Notes that nothing is known of revalidations up to `time`. */
  forgetUntil(time: number): void {
    this.#forgottenUntil = Math.max(this.#forgottenUntil, time)
  }

  /** Whether something that carries these tags and was begun at `time` is outdated. */
  anySince(tags: readonly string[], time: number): boolean {
    return time <= this.#forgottenUntil || tags.some((tag) => (this.#times.get(tag) ?? -1) >= time)
  }
}

/** The tags of this process. */
export const revalidatedTags = (): RevalidatedTags => sharedState('revalidatedTags', () => new RevalidatedTags())
