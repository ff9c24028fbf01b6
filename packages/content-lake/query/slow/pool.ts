import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { LakeError } from '../../errors.ts'
import type { Dataset } from '../../store/dataset.ts'
import type { Snapshot } from '../../store/document.ts'
import type { Limit } from '../evaluate/scope.ts'
import { tryQuery } from '../run.ts'
import type { QueryAnswer, QueryRequest } from '../types.ts'
import type { Question, Reply } from './messages.ts'

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
const QUICK: Limit = { ms: 40, steps: 5000 }
/** Of several slow queries at once each is tried for a shorter time, so that together they hold up nobody. */
const HURRIED: Limit = { ms: 5, steps: 2500 }
const HURRY_MS = 1000

/** Leaves a core to the requests of everyone else. */
const MAX_WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1))
const MAX_WAITING = 50

const REMEMBERED = { max: 500, ttl: 10 * 60_000 }
/** Milliseconds; a query that takes less is tried on the main thread again. */
const NO_LONGER_SLOW = 25

type Job = { question: Question; signal: AbortSignal; resolve: (json: string) => void; reject: (error: Error) => void }

/** Evaluates slow queries on worker threads, a few at a time; the others wait. Threads start when the first one comes. */
export function createSlowQueries(): SlowQueries {
  const known = new LRUCache<string, true>(REMEMBERED)
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  const idle: Worker[] = []
  let gaveUpAt = Number.NEGATIVE_INFINITY

  function start(): void {
    if (idle.length === 0 && workers.size >= MAX_WORKERS) return
    const job = waiting.shift()
    if (job) run(job, idle.pop() ?? newWorker())
  }

  function newWorker(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.unref()
    workers.add(worker)
    worker.once('exit', () => {
      workers.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
      start()
    })
    return worker
  }

  function run({ question, signal, resolve, reject }: Job, worker: Worker): void {
    const settled = new AbortController()
    const started = performance.now()
    const end = (): void => void worker.terminate()
    const settle = (finish: () => void): void => {
      settled.abort()
      worker.off('message', onReply).off('error', onError).off('exit', onExit)
      finish()
    }
    const onReply = (reply: Reply): void =>
      settle(() => {
        if (performance.now() - started < NO_LONGER_SLOW) known.delete(question.request.query)
        idle.push(worker)
        if ('json' in reply) resolve(reply.json)
        else reject(new LakeError(reply.refusal.status, reply.refusal.body))
        start()
      })
    const onError = (error: Error): void => settle(() => reject(error))
    const onExit = (): void => settle(() => reject(hungUp()))
    worker.once('message', onReply).once('error', onError).once('exit', onExit)
    signal.addEventListener('abort', end, { once: true, signal: settled.signal })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(question)
  }

  return {
    tryQuickly(snapshot, request) {
      if (known.has(request.query)) return undefined
      const isHurried = performance.now() - gaveUpAt < HURRY_MS
      const answer = tryQuery(snapshot, request, isHurried ? HURRIED : QUICK)
      if (!answer) gaveUpAt = performance.now()
      return answer
    },
    answer: ({ log, opened }, request, signal) =>
      new Promise((resolve, reject) => {
        known.set(request.query, true)
        if (signal.aborted) return reject(hungUp())
        if (waiting.length >= MAX_WAITING) return reject(tooMany())
        const job = { question: { file: log.file, opened, request }, signal, resolve, reject }
        const leave = (): void => {
          if (!waiting.includes(job)) return
          waiting.splice(waiting.indexOf(job), 1)
          reject(hungUp())
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(job)
        start()
      }),
    close: async () => {
      for (const { reject } of waiting.splice(0)) reject(hungUp())
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}

/** Nobody reads this answer. */
const hungUp = (): LakeError =>
  new LakeError(499, { statusCode: 499, error: 'Client Closed Request', message: 'The request was given up' })

const tooMany = (): LakeError =>
  new LakeError(429, { statusCode: 429, error: 'Too Many Requests', message: 'Too many slow queries wait already' })
