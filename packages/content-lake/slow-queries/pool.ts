import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { type Limit, LimitReached, LONGEST } from '../query/evaluate/scope.ts'
import { evaluationError } from '../query/parse.ts'
import { type QueryRequest, tryQuery } from '../query/run.ts'
import type { Dataset } from '../store/dataset.ts'
import type { Snapshot } from '../store/document.ts'
import { createLane, MemoryLimitReached } from './lane.ts'

export type SlowQueries = ReturnType<typeof createSlowQueries>

type Try = Limit & {
  /** Longest query to parse on the main thread, because parse time is quadratic. */
  characters: number
}

/** Default limit. Page queries take milliseconds and a few thousand steps. A cold start takes longer but few steps. */
const QUICK: Try = { isWallClock: true, ms: 30, steps: 5000, most: 200_000, characters: 20_000 }
/** Limit after a recent slow query. Shorter attempts reduce the total time that the main thread is blocked. */
const HURRIED: Try = { isWallClock: true, ms: 2, steps: 2000, most: 20_000, characters: 2000 }
/** Limit after more than ten such attempts. Lookups by id need no more time. */
const RUSHED: Try = { isWallClock: true, ms: 0.5, steps: 300, most: 5000, characters: 1000 }
const HURRY_MS = 1000
const TRIES_IN_A_HURRY = 10

/** Limit of the first worker. Every slow query runs here first, so that fast ones do not wait for 10-second ones. */
const FIRST_TRY: Limit = { ms: 250 }
const MAX_LONG = Math.max(1, Math.min(2, availableParallelism() - 1))

const REMEMBERED = {
  max: 500,
  ttl: 10 * 60_000,
  maxSize: 4_000_000,
  sizeCalculation: (_isKnown: true, query: string) => query.length,
}
/** Queries below this number of milliseconds return to the main thread. */
const NO_LONGER_SLOW = 25

export function createSlowQueries() {
  const slow = new LRUCache<string, true>(REMEMBERED)
  /** Queries that were fast on the main thread keep the default limit. */
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
    /** Runs a query on the main thread. Returns undefined if it takes too long. @throws LakeError 400 as runQuery */
    tryQuickly(snapshot: Snapshot, request: QueryRequest): string | undefined {
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
    /**
     * Runs a query in a worker, which reads a state not older than the call.
     * @throws LakeError 400 as runQuery, 429 if the queue is full, 499 on abort
     */
    async answer(
      { log, opened }: Dataset,
      request: QueryRequest,
      signal: AbortSignal,
    ): Promise<Uint8Array<ArrayBuffer>> {
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
    close: async (): Promise<void> => {
      await Promise.all([firstTries.close(), longOnes.close()])
    },
  }
}
