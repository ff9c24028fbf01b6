import { LRUCache } from 'lru-cache'
import { withDeadline } from '../deadline.ts'
import { log } from '../log/log.ts'
import type { FileStore } from './file-store.ts'
import { Outage } from './outage.ts'
import { RevalidatedTags, revalidatedTags } from './revalidated-tags.ts'
import { sharedState } from '../shared-state.ts'

/** Age in milliseconds at which content is read again although no webhook said so: the safety net for a lost webhook. */
const MAX_AGE_MS = 3_600_000

/**
 * Milliseconds that a visitor waits for a fresh response: with a stale one at hand, long enough for a slow service to show what
 * was just published; and without one.
 */
const PATIENCE_MS = 900
const PATIENCE_WITHOUT_LAST_GOOD_MS = 4_000

/** Milliseconds between two probes of a service that failed, and until a page made from a stale response is rendered again. */
export const RETRY_MS = 3_000

/** Milliseconds for a response that arrived in time at a busy process, which runs timers before it reads sockets. */
const GRACE_MS = 30

/** Reads that may be under way while nobody waits for them. */
const MAX_UNATTENDED_READS = 20

/** Characters of JSON kept in memory, of all answers together. */
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024

/** Questions kept to which the answer was that there is nothing; visitors can ask any number of them. */
const MAX_KEPT_NOTHING = 2_000

/** A question to the content, and how it is asked. */
export type Question = {
  /** The same for the same question. */
  key: string
  /** Cache tags of everything that can change the answer. */
  tags: string[]
  /**
   * Must end by itself, if only after some seconds.
   * @param lastGood what it was answered with before, if that is known
   * @throws when there is no valid answer
   */
  ask: (lastGood?: unknown) => Promise<unknown>
}

type Kept = { answer: unknown; readAt: number }
type Read = { startedAt: number; answer: Promise<unknown> }

/** Which tags the answers carried that were given although a fresh one could not be had, and when. */
const lastGoodTags = (): RevalidatedTags => sharedState('lastGoodTags', () => new RevalidatedTags())

/** Whether a page with these tags, whose rendering began at `time`, may hold an answer that was not fresh. */
export const usedLastGood = (tags: readonly string[], time: number): boolean => lastGoodTags().anySince(tags, time)

const isNothing = (answer: unknown) => answer === null || (Array.isArray(answer) && answer.length === 0)

/** @returns undefined when the work is not done in time */
const inTime = <Value>(work: Promise<Value>, milliseconds: number): Promise<{ value: Value } | undefined> =>
  withDeadline(
    work.then((value) => ({ value })),
    milliseconds,
    () => undefined,
  )

/**
 * Answers to queries: fresh while none of their tags was revalidated, and the last good one while the service that gives
 * them is down, slow or talks garbage. A question that many ask at once is asked once. Last good answers outlive a restart.
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

  /** @param probe resolves if the service answers; without it a visitor finds out after {@link RETRY_MS} */
  constructor(files: FileStore, probe: () => Promise<unknown> = async () => undefined) {
    this.#files = files
    this.#outage = new Outage(probe, RETRY_MS)
  }

  /** Notes that the service failed elsewhere: no visitor has to find out. */
  noteFailure(err: unknown): void {
    this.#outage.noteFailure(err)
  }

  /** @throws when there is neither a fresh nor a last good answer */
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

  /** The read under way for a question, unless what it may answer with has been revalidated since it began. */
  #running(question: Question): Read | undefined {
    const read = this.#reads.get(question.key)
    return read && this.#isFresh(question, read.startedAt) ? read : undefined
  }

  /** The same, unless it has been pending for too long although the service answers again. */
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
    // Also that there is nothing: a page may ask for what nobody has written, and is shown without it.
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

  /** The last good answer of a process before this one; it never counts as fresh. */
  async #stored(key: string): Promise<Kept | undefined> {
    const json = (await this.#files.read(key))?.toString('utf8')
    if (json === undefined) return undefined
    try {
      const kept = { answer: JSON.parse(json) as unknown, readAt: 0 }
      if (!this.#inMemory(key)) this.#remember(key, kept, json)
      return kept
    } catch (err) {
      log.error({ err }, 'A stored answer is no JSON')
      return undefined
    }
  }

  async #first({ answer }: Read): Promise<unknown> {
    const done = await inTime(answer, PATIENCE_WITHOUT_LAST_GOOD_MS)
    if (!done) throw new Error(`There is no answer after ${PATIENCE_WITHOUT_LAST_GOOD_MS} ms`)
    return done.value
  }

  /** The answer of a read, or undefined when it fails or takes too long and the last good one is to take its place. */
  async #fresh({ startedAt, answer }: Read): Promise<{ value: unknown } | undefined> {
    if (this.#outage.isOpen) return undefined
    try {
      const done = (await inTime(answer, startedAt + PATIENCE_MS - Date.now())) ?? (await inTime(answer, GRACE_MS))
      if (!done) this.#outage.noteFailure(new Error(`There is no answer after ${PATIENCE_MS} ms`))
      return done
    } catch {
      // #settle has noted the failure.
      return undefined
    }
  }

  #giveLastGood({ tags }: Question, { answer }: Kept): unknown {
    lastGoodTags().mark(tags)
    return answer
  }
}
