import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Dataset } from '../../store/dataset.ts'
import type { Snapshot } from '../../store/document.ts'
import { type Limit, LONGEST, LimitReached } from '../evaluate/scope.ts'
import { evaluationError } from '../query-error.ts'
import { tryQuery } from '../run.ts'
import type { QueryRequest } from '../types.ts'
import { createLane, MemoryLimitReached } from './lane.ts'

export type SlowQueries = {
  /**
   * The QueryAnswer as JSON, unless it would take so long here that others had to wait, or did lately.
   * @throws LakeError 400 as runQuery does
   */
  tryQuickly(snapshot: Snapshot, request: QueryRequest): string | undefined
  /**
   * The QueryAnswer as JSON in UTF-8, of one state of the dataset that is not older than this call.
   * @throws LakeError 400 as runQuery does, 429 when too many wait, 499 when `signal` aborts, which also ends the evaluation
   */
  answer(dataset: Dataset, request: QueryRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

type Try = Limit & {
  /** Characters of the longest query that is parsed: the time of that grows with the square. */
  characters: number
}

/** A query of a page takes a few milliseconds and some thousand steps. The first ones after a start are slower, in few steps. */
const QUICK: Try = { isWallClock: true, ms: 30, steps: 5000, most: 200_000, characters: 20_000 }
/** Of several slow queries at once each is tried for a shorter time, so that together they hold up nobody; pages ask for less. */
const HURRIED: Try = { isWallClock: true, ms: 2, steps: 2000, most: 20_000, characters: 2000 }
/** And after some such for a moment: who looks up a document by its id needs no more. */
const RUSHED: Try = { isWallClock: true, ms: 0.5, steps: 300, most: 5000, characters: 1000 }
const HURRY_MS = 1000
const TRIES_IN_A_HURRY = 10

/** What takes a moment does not wait for what takes ten seconds: all are tried on one thread first, for so long. */
const FIRST_TRY: Limit = { ms: 250 }
/** Leaves a core to the requests of everyone else. */
const MAX_LONG = Math.max(1, Math.min(2, availableParallelism() - 1))

const REMEMBERED = {
  max: 500,
  ttl: 10 * 60_000,
  maxSize: 4_000_000,
  sizeCalculation: (_isKnown: true, query: string) => query.length,
}
/** Milliseconds; a query that takes less is tried on the main thread again. */
const NO_LONGER_SLOW = 25

/** Evaluates slow queries on worker threads, a few at a time; the others wait. */
export function createSlowQueries(): SlowQueries {
  const slow = new LRUCache<string, true>(REMEMBERED)
  /** Those that have been answered here: they are not hurried because others are slow. */
  const quick = new LRUCache<string, true>(REMEMBERED)
  const firstTries = createLane({ size: 1, limit: FIRST_TRY })
  const longOnes = createLane({ size: MAX_LONG, limit: LONGEST })
  const tries = { lost: 0, lastAt: Number.NEGATIVE_INFINITY }

  function limitOf(query: string): Try {
    if (performance.now() - tries.lastAt >= HURRY_MS) tries.lost = 0
    if (tries.lost === 0 || quick.has(query)) return QUICK
    return tries.lost > TRIES_IN_A_HURRY ? RUSHED : HURRIED
  }

  return {
    tryQuickly(snapshot, request) {
      const { query } = request
      if (slow.has(query)) return undefined
      const limit = limitOf(query)
      if (query.length > limit.characters) return undefined
      const answer = tryQuery(snapshot, request, limit)
      if (answer === undefined) {
        quick.delete(query)
        tries.lost++
        tries.lastAt = performance.now()
      } else quick.set(query, true)
      return answer
    },
    async answer({ log, opened }, request, signal) {
      const { query } = request
      const question = { file: log.file, opened, request }
      slow.set(query, true)
      try {
        const { json, ms } = await firstTries.answer(question, signal).catch((error: unknown) => {
          if (error instanceof LimitReached) return longOnes.answer(question, signal)
          throw error
        })
        if (ms < NO_LONGER_SLOW) slow.delete(query)
        return json
      } catch (error) {
        if (error instanceof LimitReached || error instanceof MemoryLimitReached) throw evaluationError(query, error)
        throw error
      }
    },
    close: async () => {
      await Promise.all([firstTries.close(), longOnes.close()])
    },
  }
}
