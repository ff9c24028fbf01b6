import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Limit, LimitExceededError } from '../query/evaluate/scope.ts'
import type { QueryRequest } from '../query/run.ts'
import { createHttpError, LakeError } from '../store/errors.ts'

/** Query for a worker. `opened` differs between a dataset and a deleted dataset of the same name. */
export type Question = { file: string; opened: string; request: QueryRequest }

type Answered = { json: Uint8Array<ArrayBuffer>; ms: number }

export type Reply = Answered | { refusal: { status: number; body: Record<string, unknown> } } | { reached: Limit }

/** Message from the worker after it has loaded the documents. It starts the time limit. */
export const STARTED_MESSAGE = 'begun'

export class MemoryLimitError extends Error {
  constructor() {
    super('query needs too much memory')
  }
}

type Job = {
  question: Question
  signal: AbortSignal
  resolve: (answered: Answered) => void
  reject: (error: Error) => void
}

const MAX_QUEUED_JOBS = 50

/** Grace period after the time limit. A single operation on long text may run past the limit without checking it. */
const GRACE_PERIOD_MS = 250

const WORKER_LIMITS = { maxOldGenerationSizeMb: 1024 }

/** Entry file of the worker: TypeScript in the repository, JavaScript in the published package. */
const WORKER_URL = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)

export function createLane({ size, limit }: { size: number; limit: Limit }) {
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  const idle: Worker[] = []

  function start(): void {
    if (idle.length === 0 && workers.size >= size) return
    const job = waiting.shift()
    if (job) run(job, idle.pop() ?? createWorker())
  }

  function createWorker(): Worker {
    const worker = new Worker(WORKER_URL, { workerData: limit, resourceLimits: WORKER_LIMITS })
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
    let cancelDeadline = (): void => undefined
    let isOverdue = false
    const end = (): void => void worker.terminate()
    const terminateOverdue = (): void => {
      isOverdue = true
      end()
    }
    const settle = (finish: () => void): void => {
      settled.abort()
      cancelDeadline()
      worker.off('message', onReply).off('error', onError).off('exit', onExit)
      finish()
    }
    const onReply = (reply: Reply | typeof STARTED_MESSAGE): void => {
      if (reply === STARTED_MESSAGE)
        return void (cancelDeadline = onCpuTimeUsed(limit.ms + GRACE_PERIOD_MS, terminateOverdue))
      settle(() => {
        // If the client disconnected during this response, the thread is already being terminated.
        if (!signal.aborted) idle.push(worker)
        if ('json' in reply) resolve(reply)
        else if ('reached' in reply) reject(new LimitExceededError(reply.reached))
        else reject(new LakeError(reply.refusal.status, reply.refusal.body))
        start()
      })
    }
    const onError = (error: Error): void => settle(() => reject(isOutOfMemory(error) ? new MemoryLimitError() : error))
    const onExit = (): void => settle(() => reject(isOverdue ? new LimitExceededError(limit) : createHungUpError()))
    worker.on('message', onReply).once('error', onError).once('exit', onExit)
    signal.addEventListener('abort', end, { once: true, signal: settled.signal })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin
    worker.postMessage(question)
  }

  return {
    /**
     * Queues a query.
     * @throws LimitExceededError, MemoryLimitError; LakeError 400 as runQuery, 429 if the queue is full, 499 on abort
     */
    answer: (question: Question, signal: AbortSignal): Promise<Answered> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(createHungUpError())
        if (waiting.length >= MAX_QUEUED_JOBS) return reject(createHttpError(429, 'Too many slow queries are waiting'))
        const job = { question, signal, resolve, reject }
        const cancelJob = (): void => {
          if (!waiting.includes(job)) return
          waiting.splice(waiting.indexOf(job), 1)
          reject(createHungUpError())
        }
        signal.addEventListener('abort', cancelJob, { once: true })
        waiting.push(job)
        start()
      }),
    close: async (): Promise<void> => {
      for (const { reject } of waiting.splice(0)) reject(createHungUpError())
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}

const readProcessCpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Calls `end` after both wall-clock time and process CPU time have advanced by `limitMs`. A thread gets little CPU time on a
 * busy machine. Process CPU time is used, because Node before 24.6 cannot read the CPU time of another thread.
 * @returns a function that cancels the call
 */
function onCpuTimeUsed(limitMs: number, end: () => void): () => void {
  const startMs = readProcessCpuMs()
  const check = (): void => {
    const remainingMs = limitMs - (readProcessCpuMs() - startMs)
    if (remainingMs <= 0) end()
    else timer = setTimeout(check, remainingMs)
  }
  let timer = setTimeout(check, limitMs)
  return () => clearTimeout(timer)
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const createHungUpError = (): LakeError =>
  new LakeError(499, { statusCode: 499, error: 'Client Closed Request', message: 'The request was canceled' })
