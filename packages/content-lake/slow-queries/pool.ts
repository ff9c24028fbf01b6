import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { type Limit, LimitExceededError, DEFAULT_LIMIT } from '../query/evaluate/scope.ts'
import { toEvaluationError } from '../query/parse.ts'
import { type QueryRequest, tryQuery } from '../query/run.ts'
import type { Dataset } from '../store/dataset.ts'
import type { Snapshot } from '../store/document.ts'
import { createLane, MemoryLimitError } from './lane.ts'

export type SlowQueries = ReturnType<typeof createSlowQueries>

type AttemptLimit = Limit & {
  /** Longest query to parse on the main thread, because parse time is quadratic. */
  characters: number
}

/**
 * Default limit. Page queries take milliseconds and a few thousand steps. A cold start takes longer, but not more
 * steps.
 */
const QUICK_LIMIT: AttemptLimit = { isWallClock: true, ms: 30, steps: 5000, most: 200_000, characters: 20_000 }
/** Limit after a recent slow query. Shorter attempts reduce the total time that the main thread is blocked. */
const REDUCED_LIMIT: AttemptLimit = { isWallClock: true, ms: 2, steps: 2000, most: 20_000, characters: 2000 }
/** Limit after more than ten such attempts. Lookups by id need no more time. */
const MINIMAL_LIMIT: AttemptLimit = { isWallClock: true, ms: 0.5, steps: 300, most: 5000, characters: 1000 }
const REDUCED_LIMIT_WINDOW_MS = 1000
const MAX_REDUCED_ATTEMPTS = 10

/** Limit of the first worker. Every slow query runs here first, so that fast ones do not wait for 10-second ones. */
const FIRST_ATTEMPT_LIMIT: Limit = { ms: 250 }
const LONG_LANE_SIZE = Math.max(1, Math.min(2, availableParallelism() - 1))

const CACHE_OPTIONS = {
  max: 500,
  ttl: 10 * 60_000,
  maxSize: 4_000_000,
  sizeCalculation: (_isKnown: true, query: string) => query.length,
}
/** Queries that take less than this many milliseconds return to the main thread. */
const FAST_QUERY_THRESHOLD_MS = 25

export function createSlowQueries() {
  const slowCache = new LRUCache<string, true>(CACHE_OPTIONS)
  /** Queries that were fast on the main thread keep the default limit. */
  const quickCache = new LRUCache<string, true>(CACHE_OPTIONS)
  const firstLane = createLane({ size: 1, limit: FIRST_ATTEMPT_LIMIT })
  const longLane = createLane({ size: LONG_LANE_SIZE, limit: DEFAULT_LIMIT })
  const attempts = { lost: 0, lastAt: Number.NEGATIVE_INFINITY }

  function chooseLimit(query: string): AttemptLimit {
    if (performance.now() - attempts.lastAt >= REDUCED_LIMIT_WINDOW_MS) attempts.lost = 0
    if (attempts.lost === 0 || quickCache.has(query)) return QUICK_LIMIT
    return attempts.lost > MAX_REDUCED_ATTEMPTS ? MINIMAL_LIMIT : REDUCED_LIMIT
  }

  return {
    /** Runs a query on the main thread. Returns undefined if it takes too long. @throws LakeError 400 as runQuery */
    tryQuickly(snapshot: Snapshot, request: QueryRequest): string | undefined {
      const { query } = request
      if (slowCache.has(query)) return undefined
      const limit = chooseLimit(query)
      if (query.length > limit.characters) return undefined
      const json = tryQuery(snapshot, request, limit)
      if (json === undefined) {
        quickCache.delete(query)
        attempts.lost++
        attempts.lastAt = performance.now()
      } else quickCache.set(query, true)
      return json
    },
    /**
     * Runs a query in a worker, which reads a state not older than the call.
     * @throws LakeError 400 as runQuery, 429 if the queue is full, 499 on abort
     */
    async answer(
      { log, instanceId }: Dataset,
      request: QueryRequest,
      signal: AbortSignal,
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { query } = request
      const question = { file: log.file, opened: instanceId, request }
      slowCache.set(query, true)
      try {
        const { json, ms } = await firstLane.answer(question, signal).catch((error: unknown) => {
          if (error instanceof LimitExceededError) return longLane.answer(question, signal)
          throw error
        })
        if (ms < FAST_QUERY_THRESHOLD_MS) slowCache.delete(query)
        return json
      } catch (error) {
        if (error instanceof LimitExceededError || error instanceof MemoryLimitError)
          throw toEvaluationError(query, error)
        throw error
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([firstLane.close(), longLane.close()])
    },
  }
}
