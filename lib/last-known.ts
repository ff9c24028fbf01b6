import { LRUCache } from 'lru-cache'
import { withDeadline } from './deadline.ts'
import { sharedState } from './shared-state.ts'

/** Milliseconds for which an answer holds, and in which a change has reached every process. */
const FRESH = 30_000

/** Milliseconds after which a failed question is asked again. */
const ASK_AGAIN = 5_000

/** `answer` is undefined where there was none yet. */
type Known<Answer> = { answer: Answer | undefined; until: number; asking?: Promise<void> | undefined }

/**
 * Answers to one question about organizations, for the whole process. Each holds for a short time, and is asked for once by all who
 * want to know; while nobody answers, what was known last holds.
 */
export class LastKnown<Answer> {
  readonly #known: LRUCache<string, Known<Answer>>
  readonly #ask: (organizationId: string) => Promise<Answer>
  readonly #onFailure: (error: unknown) => void

  /** @param name unique in this program */
  constructor(name: string, ask: (organizationId: string) => Promise<Answer>, onFailure: (error: unknown) => void) {
    this.#known = sharedState(name, () => new LRUCache<string, Known<Answer>>({ max: 10_000 }))
    this.#ask = ask
    this.#onFailure = onFailure
  }

  /**
   * @param patience milliseconds to wait for an answer
   * @returns undefined where there has been none since the process began
   */
  async of(organizationId: string, patience: number): Promise<Answer | undefined> {
    const entry = this.#known.get(organizationId)
    if (entry && entry.until > Date.now()) return entry.answer
    const asking = entry?.asking ?? this.#fill(organizationId, entry)
    this.#known.set(organizationId, { answer: entry?.answer, until: 0, asking })
    await withDeadline(asking, patience, () => undefined)
    return this.#known.get(organizationId)?.answer
  }

  /** Has this process ask again: for who changes it. */
  forget(organizationId: string): void {
    this.#known.delete(organizationId)
  }

  async #fill(organizationId: string, before: Known<Answer> | undefined): Promise<void> {
    try {
      this.#known.set(organizationId, { answer: await this.#ask(organizationId), until: Date.now() + FRESH })
    } catch (error) {
      this.#onFailure(error)
      this.#known.set(organizationId, { answer: before?.answer, until: Date.now() + ASK_AGAIN })
    }
  }
}
