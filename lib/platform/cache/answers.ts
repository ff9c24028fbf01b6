import { millisecondsInHour } from 'date-fns/constants'
import { LRUCache } from 'lru-cache'
import { withDeadline } from '../time/deadline.ts'
import { log } from '../log/log.ts'
import type { FileStore } from './file-store.ts'
import { Outage } from './outage.ts'
import { RevalidatedTags, revalidatedTags } from './revalidated-tags.ts'
import { sharedState } from '../process/shared-state.ts'

/** Maximum age of a result, in case a revalidation webhook is lost. */
const MAX_AGE_MS = millisecondsInHour

/**
 * Maximum waits for a fresh response, if a stale one exists and if none exists. They give a slow service time to return
 * newly published content.
 */
const PATIENCE_MS = 900
const PATIENCE_WITHOUT_LAST_GOOD_MS = 4_000

/** Interval between probes of a failed service. A page with stale content renders again after the same time. */
export const RETRY_MS = 3_000

/** Extra wait in milliseconds, because a busy process runs timers before it reads sockets. */
const GRACE_MS = 30

const MAX_UNATTENDED_READS = 20

const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024

/** Maximum number of cached empty results, because visitors can request any number of unknown pages. */
const MAX_KEPT_NOTHING = 2_000

export type Question = {
  key: string
  tags: string[]
  /**
   * Runs the query; must settle within seconds.
   * @param lastGood previous result
   * @throws if there is no valid result
   */
  ask: (lastGood?: unknown) => Promise<unknown>
}

type Kept = { answer: unknown; readAt: number }
type Read = { startedAt: number; answer: Promise<unknown> }

/** Returns the tags of stale results that were served, with the times. */
const lastGoodTags = (): RevalidatedTags => sharedState('lastGoodTags', () => new RevalidatedTags())

/** Returns whether a page with these tags, rendered since `time`, may contain a stale result. */
export const usedLastGood = (tags: readonly string[], time: number): boolean => lastGoodTags().anySince(tags, time)

const isNothing = (answer: unknown) => answer === null || (Array.isArray(answer) && answer.length === 0)

const inTime = <Value>(work: Promise<Value>, milliseconds: number): Promise<{ value: Value } | undefined> =>
  withDeadline(
    work.then((value) => ({ value })),
    milliseconds,
    () => undefined,
  )

/**
 * Cache of query results. A result is fresh until one of its tags is revalidated. If the service is down, slow or
 * returns invalid data, the last good result is returned. Concurrent equal queries share one request. Last good results
 * survive a restart.
 */
export class Answers {
  readonly #files: FileStore
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_KEPT_CHARACTERS })
  readonly #nothing = new LRUCache<string, Kept>({
    max: MAX_KEPT_NOTHING,
    dispose: (_kept, key, reason) => void (reason === 'evict' && this.#files.delete(key)),
  })
  readonly #reads = new Map<string, Read>()
  readonly #outage: Outage

  /** @param probe resolves if the service responds; without it, a visitor's query retries after {@link RETRY_MS} */
  constructor(files: FileStore, probe: () => Promise<unknown> = async () => undefined) {
    this.#files = files
    this.#outage = new Outage(probe, RETRY_MS)
  }

  /** Opens the circuit breaker after a failure in other code. */
  noteFailure(err: unknown): void {
    this.#outage.noteFailure(err)
  }

  /** Returns a fresh result or the last good one. @throws if neither exists */
  async read(question: Question): Promise<unknown> {
    const { key } = question
    const kept = this.#inMemory(key)
    if (kept && this.#isFresh(question, kept.readAt)) return kept.answer
    const lastGood = kept ?? (await this.#stored(key))
    if (!lastGood) return this.#first(this.#running(question) ?? this.#start(question))
    const read = this.#pending(question) ?? (this.#mayStartUnattended() ? this.#start(question, lastGood) : undefined)
    const fresh = read && (await this.#fresh(read))
    return fresh ? fresh.value : this.#giveLastGood(question, lastGood)
  }

  #inMemory = (key: string): Kept | undefined => this.#kept.get(key) ?? this.#nothing.get(key)

  #mayStartUnattended = () => !this.#outage.isOpen || this.#reads.size < MAX_UNATTENDED_READS

  #isFresh({ tags }: Question, readAt: number): boolean {
    return Date.now() - readAt < MAX_AGE_MS && !revalidatedTags().anySince(tags, readAt)
  }

  #running(question: Question): Read | undefined {
    const read = this.#reads.get(question.key)
    return read && this.#isFresh(question, read.startedAt) ? read : undefined
  }

  /** Returns the running query, unless it hangs although the service has recovered. */
  #pending(question: Question): Read | undefined {
    const read = this.#running(question)
    return read && (this.#outage.isOpen || Date.now() < read.startedAt + PATIENCE_MS) ? read : undefined
  }

  #start(question: Question, lastGood?: Kept): Read {
    const startedAt = Date.now()
    const read: Read = { startedAt, answer: question.ask(lastGood?.answer) }
    this.#reads.set(question.key, read)
    void this.#settle(question, read)
    return read
  }

  async #settle(question: Question, read: Read): Promise<void> {
    try {
      const answer = await read.answer
      this.#outage.end()
      await this.#keep(question.key, { answer, readAt: read.startedAt })
    } catch (err) {
      this.#outage.noteFailure(err)
    } finally {
      if (this.#reads.get(question.key) === read) this.#reads.delete(question.key)
    }
  }

  async #keep(key: string, kept: Kept): Promise<void> {
    const { readAt = 0 } = this.#inMemory(key) ?? {}
    if (readAt > kept.readAt) return
    const json = JSON.stringify(kept.answer)
    this.#remember(key, kept, json)
    // Empty results are stored too, because a page may query optional content.
    return this.#files.write(key, json)
  }

  #remember(key: string, kept: Kept, json: string): void {
    if (isNothing(kept.answer)) {
      this.#kept.delete(key)
      this.#nothing.set(key, kept)
      return
    }
    this.#nothing.delete(key)
    this.#kept.set(key, kept, { size: json.length })
  }

  /** Returns the last good result that an earlier process stored; it is never fresh. */
  async #stored(key: string): Promise<Kept | undefined> {
    const json = (await this.#files.read(key))?.toString('utf8')
    if (json === undefined) return undefined
    try {
      const kept = { answer: JSON.parse(json) as unknown, readAt: 0 }
      if (!this.#inMemory(key)) this.#remember(key, kept, json)
      return kept
    } catch (err) {
      log.error({ err }, 'content-lake: corrupt cache entry')
      return undefined
    }
  }

  async #first({ answer }: Read): Promise<unknown> {
    const done = await inTime(answer, PATIENCE_WITHOUT_LAST_GOOD_MS)
    if (!done) throw new Error(`No response within ${PATIENCE_WITHOUT_LAST_GOOD_MS} ms`)
    return done.value
  }

  async #fresh({ startedAt, answer }: Read): Promise<{ value: unknown } | undefined> {
    if (this.#outage.isOpen) return undefined
    try {
      const done = (await inTime(answer, startedAt + PATIENCE_MS - Date.now())) ?? (await inTime(answer, GRACE_MS))
      if (!done) this.#outage.noteFailure(new Error(`No response within ${PATIENCE_MS} ms`))
      return done
    } catch {
      // #settle has already logged the failure.
      return undefined
    }
  }

  #giveLastGood({ tags }: Question, { answer }: Kept): unknown {
    lastGoodTags().mark(tags)
    return answer
  }
}
