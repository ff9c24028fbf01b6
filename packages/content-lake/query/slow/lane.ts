import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LakeError } from '../../errors.ts'
import { type Limit, LimitReached } from '../evaluate/scope.ts'
import { BEGUN, type Answered, type Question, type Reply } from './messages.ts'

export type Lane = {
  /**
   * @throws LimitReached at the lane's limit
   * @throws MemoryLimitReached
   * @throws LakeError 400 as runQuery does, 429 when too many wait, 499 when `signal` aborts, which also ends the evaluation
   */
  answer(question: Question, signal: AbortSignal): Promise<Answered>
  close(): Promise<void>
}

/** Says that an evaluation needs more memory than a thread may have. */
export class MemoryLimitReached extends Error {
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

const MAX_WAITING = 50

/** Milliseconds after its limit in which an evaluation has to end by itself; one operation on a long text may not see that it is over. */
const GRACE_MS = 250

const MEMORY = { maxOldGenerationSizeMb: 1024 }

/** TypeScript in the repository, JavaScript in the published package, as this file is. */
const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)

/** A queue of queries and up to `size` threads that answer them. Threads start when the first query comes. */
export function createLane({ size, limit }: { size: number; limit: Limit }): Lane {
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  const idle: Worker[] = []

  function start(): void {
    if (idle.length === 0 && workers.size >= size) return
    const job = waiting.shift()
    if (job) run(job, idle.pop() ?? newWorker())
  }

  function newWorker(): Worker {
    const worker = new Worker(WORKER, { workerData: limit, resourceLimits: MEMORY })
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
    const endOverdue = (): void => {
      isOverdue = true
      end()
    }
    const settle = (finish: () => void): void => {
      settled.abort()
      cancelDeadline()
      worker.off('message', onReply).off('error', onError).off('exit', onExit)
      finish()
    }
    const onReply = (reply: Reply | typeof BEGUN): void => {
      if (reply === BEGUN) return void (cancelDeadline = onCpuTimeUsed(limit.ms + GRACE_MS, endOverdue))
      settle(() => {
        // A client that hung up while this reply was on its way has the thread ended: it takes no further query.
        if (!signal.aborted) idle.push(worker)
        if ('json' in reply) resolve(reply)
        else if ('reached' in reply) reject(new LimitReached(reply.reached))
        else reject(new LakeError(reply.refusal.status, reply.refusal.body))
        start()
      })
    }
    const onError = (error: Error): void =>
      settle(() => reject(isOutOfMemory(error) ? new MemoryLimitReached() : error))
    const onExit = (): void => settle(() => reject(isOverdue ? new LimitReached(limit) : hungUp()))
    worker.on('message', onReply).once('error', onError).once('exit', onExit)
    signal.addEventListener('abort', end, { once: true, signal: settled.signal })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(question)
  }

  return {
    answer: (question, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(hungUp())
        if (waiting.length >= MAX_WAITING) return reject(tooMany())
        const job = { question, signal, resolve, reject }
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

const readProcessCpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Calls `end` when both the wall clock and the CPU time of this process have advanced by `ms`: on a busy machine a thread gets little
 * CPU time. The process is measured because Node before 24.6 cannot read the CPU time of another thread.
 * @returns cancels the call
 */
function onCpuTimeUsed(ms: number, end: () => void): () => void {
  const before = readProcessCpuMs()
  const check = (): void => {
    const left = ms - (readProcessCpuMs() - before)
    if (left <= 0) end()
    else timer = setTimeout(check, left)
  }
  let timer = setTimeout(check, ms)
  return () => clearTimeout(timer)
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Nobody reads this answer. */
const hungUp = (): LakeError =>
  new LakeError(499, { statusCode: 499, error: 'Client Closed Request', message: 'The request was given up' })

const tooMany = (): LakeError =>
  new LakeError(429, { statusCode: 429, error: 'Too Many Requests', message: 'Too many slow queries wait already' })
