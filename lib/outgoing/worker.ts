import { backOff, errorCode } from '../contact/delivery/worker.ts'
import type { Database } from '../db/client.ts'
import { claimWork, markDone, markFailed, type Work, type WorkKind } from './queue.ts'

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
  clock?: () => Date
  /** Milliseconds between two looks for work that nobody announced. */
  pollMs?: number
}

export type OutgoingWorker = {
  /** Looks for work at once. */
  wake: () => void
  /** Resolves when what was being done is done. */
  stop: () => Promise<void>
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
 * Does what is due of one kind until nothing is.
 * @throws when the database cannot be reached
 */
export async function doDueWork(
  db: Database,
  kind: WorkKind,
  handler: Handler,
  { clock = () => new Date(), log }: Pick<WorkerOptions, 'clock' | 'log'>,
): Promise<void> {
  for (;;) {
    const work = await claimWork(db, kind, clock())
    if (!work) return
    const { id, attempts } = work
    try {
      await handler(work, { db, now: clock() })
    } catch (error) {
      const code = errorCode(error)
      log.warn({ kind, work: id, code, attempts }, 'Work outside could not be done')
      if (!(error instanceof PermanentError)) {
        await markFailed(db, work, code, new Date(clock().getTime() + backOff(attempts)))
        continue
      }
    }
    await markDone(db, work, clock())
  }
}

/** Starts doing what is due, each kind by itself, so that a slow service holds up nobody else. */
export function startOutgoingWorker(options: WorkerOptions): OutgoingWorker {
  const { database, handlers, log, pollMs = POLL } = options
  const stopping = new AbortController()
  const wakers = new Set<() => void>()

  const rest = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, pollMs).unref()
      wakers.add(wake)
      if (stopping.signal.aborted) wake()
    })

  const wake = () => {
    for (const waken of wakers) waken()
  }

  /** What one piece of work leads to is not left to the next look. */
  const thenWake =
    (handler: Handler): Handler =>
    async (work, context) => {
      await handler(work, context)
      wake()
    }

  async function run(kind: WorkKind, handler: Handler): Promise<void> {
    let isDown = false
    while (!stopping.signal.aborted) {
      // Registered first, so that work announced while this looks for work is not missed.
      const rested = rest()
      try {
        await doDueWork(await database(), kind, thenWake(handler), options)
        isDown = false
      } catch (error) {
        if (!isDown) log.error({ kind, err: error }, 'Work outside waits for the database')
        isDown = true
      }
      await rested
    }
  }

  const running = Object.entries(handlers).map(([kind, handler]) => run(kind as WorkKind, handler))
  const stop = async () => {
    stopping.abort()
    wake()
    await Promise.all(running)
  }
  return { wake, stop }
}
