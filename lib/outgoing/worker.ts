import { attempted, backOff, errorCode } from '../contact/delivery/worker.ts'
import type { Database } from '../db/client.ts'
import { type Polling, startPolling } from '../polling.ts'
import {
  claimWork,
  giveBack,
  LEASE,
  markDone,
  markFailed,
  markFailedPermanently,
  type Work,
  type WorkKind,
} from './queue.ts'
import { inSpan } from '../telemetry/spans.ts'

/** Does one piece of work; resolves when it is done outside, or turned out not to be needed any more. */
export type Handler = (work: Work, context: { db: Database; now: Date }) => Promise<void>

export type Handlers = Partial<Record<WorkKind, Handler>>

/** Where a worker says what happened; ids and codes only. */
type WorkerLog = Record<'warn' | 'error', (facts: Record<string, unknown>, words: string) => void>

type WorkerOptions = {
  /** Connects when needed, and again after a failure. */
  database: () => Promise<Database>
  handlers: Handlers
  log: WorkerLog
  clock?: (() => Date) | undefined
  /** Milliseconds between two looks for work that nobody announced. */
  pollMs?: number
}

type DueOptions = Pick<WorkerOptions, 'clock' | 'log'> & {
  /** Aborted when nothing more is to be begun. */
  stopping?: AbortSignal
  /** Holds what is being done. */
  underWay?: Set<Work>
  /** Milliseconds for one attempt. */
  attemptMs?: number
}

export type OutgoingWorker = Polling & {
  /** Leaves what is still being done to the worker of another process. */
  giveBack: () => Promise<void>
}

const POLL = 5_000

/** Thrown by a handler for what will never work, such as a mail address that does not exist: it is not tried again. */
export class PermanentError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`It is not tried again: ${code}`)
    this.name = 'PermanentError'
    this.code = code
  }
}

/**
 * Does what is due of one kind until nothing is, or nothing more is to be begun.
 * @throws when the database cannot be reached
 */
export async function doDueWork(
  db: Database,
  kind: WorkKind,
  handler: Handler,
  { clock = () => new Date(), log, stopping = new AbortController().signal, underWay, attemptMs = LEASE }: DueOptions,
): Promise<void> {
  async function doWork(work: Work): Promise<void> {
    const { id, attempts } = work
    try {
      await inSpan(`work ${kind}`, { attributes: { attempts } }, () =>
        attempted(handler(work, { db, now: clock() }), attemptMs),
      )
    } catch (error) {
      const code = errorCode(error)
      if (error instanceof PermanentError) {
        log.error({ kind, work: id, code, attempts }, 'job: failed permanently')
        return markFailedPermanently(db, work, code, clock())
      }
      log.warn({ kind, work: id, code, attempts }, 'Work outside could not be done')
      return markFailed(db, work, code, new Date(clock().getTime() + backOff(attempts)))
    }
    await markDone(db, work, clock())
  }
  while (!stopping.aborted) {
    const work = await claimWork(db, kind, clock())
    if (!work) return
    underWay?.add(work)
    await doWork(work).finally(() => underWay?.delete(work))
  }
}

/** Starts doing what is due, each kind by itself, so that a slow service holds up nobody else. */
export function startOutgoingWorker({ database, handlers, log, clock, pollMs = POLL }: WorkerOptions): OutgoingWorker {
  const underWay = new Set<Work>()
  /** What one piece of work leads to is not left to the next look. */
  const thenWake =
    (handler: Handler): Handler =>
    async (work, context) => {
      await handler(work, context)
      polling.wake()
    }
  const jobs = Object.entries(handlers).map(([kind, handler]) => ({
    look: async (stopping: AbortSignal) =>
      doDueWork(await database(), kind as WorkKind, thenWake(handler), { clock, log, stopping, underWay }),
    onFailure: (error: unknown) => log.error({ kind, err: error }, 'Work outside waits for the database'),
  }))
  const polling = startPolling(jobs, pollMs)
  const now = () => clock?.() ?? new Date()
  return {
    ...polling,
    giveBack: async () => {
      for (const work of underWay) await giveBack(await database(), work, now())
    },
  }
}
