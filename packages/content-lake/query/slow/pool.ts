import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Dataset } from '../../store/dataset.ts'
import type { Snapshot } from '../../store/document.ts'
import { type Limit, TimeLimitReached } from '../evaluate/scope.ts'
import { tryQuery } from '../run.ts'
import type { QueryAnswer, QueryRequest } from '../types.ts'
import { createLane } from './lane.ts'

export type SlowQueries = {
  /**
   * The answer, unless it would take so long here that others had to wait, or did lately.
   * @throws LakeError 400 as runQuery does
   */
  tryQuickly(snapshot: Snapshot, request: QueryRequest): QueryAnswer | undefined
  /**
   * The QueryAnswer as JSON, of one state of the dataset that is not older than this call.
   * @throws LakeError 400 as runQuery does, 429 when too many wait, 499 when `signal` aborts, which also ends the evaluation
   */
  answer(dataset: Dataset, request: QueryRequest, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** A query of a page takes a few milliseconds and some thousand steps. The first ones after a start are slower, in few steps. */
const QUICK: Limit = { ms: 30, steps: 5000 }
/** Of several slow queries at once each is tried for a shorter time, so that together they hold up nobody; pages ask for less. */
const HURRIED: Limit = { ms: 2, steps: 2000 }
const HURRY_MS = 1000

/** What takes a moment does not wait for what takes ten seconds: all are tried on one thread first, for so long. */
const FIRST_TRY: Limit = { ms: 250 }
/** Leaves a core to the requests of everyone else. */
const MAX_LONG = Math.max(1, Math.min(2, availableParallelism() - 1))

const REMEMBERED = { max: 500, ttl: 10 * 60_000 }
/** Milliseconds; a query that takes less is tried on the main thread again. */
const NO_LONGER_SLOW = 25

/** Evaluates slow queries on worker threads, a few at a time; the others wait. */
export function createSlowQueries(): SlowQueries {
  const known = new LRUCache<string, true>(REMEMBERED)
  const firstTries = createLane({ size: 1, limit: FIRST_TRY })
  const longOnes = createLane({ size: MAX_LONG })
  let gaveUpAt = Number.NEGATIVE_INFINITY

  return {
    tryQuickly(snapshot, request) {
      if (known.has(request.query)) return undefined
      const isHurried = performance.now() - gaveUpAt < HURRY_MS
      const answer = tryQuery(snapshot, request, isHurried ? HURRIED : QUICK)
      if (!answer) gaveUpAt = performance.now()
      return answer
    },
    async answer({ log, opened }, request, signal) {
      const question = { file: log.file, opened, request }
      known.set(request.query, true)
      const { json, ms } = await firstTries.answer(question, signal).catch((error: unknown) => {
        if (error instanceof TimeLimitReached) return longOnes.answer(question, signal)
        throw error
      })
      if (ms < NO_LONGER_SLOW) known.delete(request.query)
      return json
    },
    close: async () => {
      await Promise.all([firstTries.close(), longOnes.close()])
    },
  }
}
