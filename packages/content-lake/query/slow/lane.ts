import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LakeError } from '../../errors.ts'
import { type Limit, TimeLimitReached } from '../evaluate/scope.ts'
import type { Answered, Question, Reply } from './messages.ts'

export type Lane = {
  /**
   * @throws TimeLimitReached at the lane's limit
   * @throws LakeError 400 as runQuery does, 429 when too many wait, 499 when `signal` aborts, which also ends the evaluation
   */
  answer(question: Question, signal: AbortSignal): Promise<Answered>
  close(): Promise<void>
}

type Job = {
  question: Question
  signal: AbortSignal
  resolve: (answered: Answered) => void
  reject: (error: Error) => void
}

const MAX_WAITING = 50

/** TypeScript in the repository, JavaScript in the published package, as this file is. */
const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)

/** A queue of queries and up to `size` threads that answer them. Threads start when the first query comes. Default limit: runQuery's. */
export function createLane({ size, limit }: { size: number; limit?: Limit }): Lane {
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  const idle: Worker[] = []

  function start(): void {
    if (idle.length === 0 && workers.size >= size) return
    const job = waiting.shift()
    if (job) run(job, idle.pop() ?? newWorker())
  }

  function newWorker(): Worker {
    const worker = new Worker(WORKER, { workerData: limit })
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
    const end = (): void => void worker.terminate()
    const settle = (finish: () => void): void => {
      settled.abort()
      worker.off('message', onReply).off('error', onError).off('exit', onExit)
      finish()
    }
    const onReply = (reply: Reply): void =>
      settle(() => {
        // A client that hung up while this reply was on its way has the thread ended: it takes no further query.
        if (!signal.aborted) idle.push(worker)
        if ('json' in reply) resolve(reply)
        else if ('reached' in reply) reject(new TimeLimitReached(reply.reached))
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

/** Nobody reads this answer. */
const hungUp = (): LakeError =>
  new LakeError(499, { statusCode: 499, error: 'Client Closed Request', message: 'The request was given up' })

const tooMany = (): LakeError =>
  new LakeError(429, { statusCode: 429, error: 'Too Many Requests', message: 'Too many slow queries wait already' })
