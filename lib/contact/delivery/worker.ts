import type { Database } from '../../db/client.ts'
import { withDeadline } from '../../deadline.ts'
import { type Polling, startPolling } from '../../polling.ts'
import { deleteOldSiteData } from '../../retention/site-data.ts'
import { inSpan } from '../../telemetry/spans.ts'
import { type Delivery, claim, giveBack, LEASE, markDelivered, markFailed } from './queue.ts'

/**
 * Sends one message; resolves when the other side has taken it.
 * @param context.now the time of the attempt
 */
export type Send = (delivery: Delivery, context: { db: Database; now: Date }) => Promise<void>

/** Where a worker says what happened; none of it is personal. */
type WorkerLog = Record<'info' | 'warn' | 'error', (facts: Record<string, unknown>, words: string) => void>

export type WorkerOptions = {
  /** Connects when needed, and again after a failure. */
  database: () => Promise<Database>
  /** By name, see `channels.ts`. */
  channels: Record<string, Send>
  log: WorkerLog
  clock?: () => Date
  /** Milliseconds between two looks for work that nobody announced. */
  pollMs?: number
}

type DueOptions = Pick<WorkerOptions, 'clock' | 'log'> & {
  /** Aborted when nothing more is to be begun. */
  stopping?: AbortSignal
  /** Holds what is being delivered. */
  underWay?: Set<Delivery>
  /** Milliseconds for one attempt. */
  attemptMs?: number
}

export type DeliveryWorker = Polling & {
  /** Leaves what is still being delivered to the worker of another process. */
  giveBack: () => Promise<void>
}

const POLL = 10_000
const CLEAN_EVERY = 24 * 60 * 60_000
const FIRST_RETRY = 5_000
const LAST_RETRY = 60 * 60_000

/** Milliseconds until the next attempt: doubled each time up to an hour, and never given up. */
export const backOff = (attempts: number): number => Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(attempts - 1, 20))

/** What may be said of an error in logs and tables: a code. Its text may quote the visitor. */
export function errorCode(error: unknown): string {
  const { code, responseCode, cause } = (error ?? {}) as { code?: unknown; responseCode?: unknown; cause?: unknown }
  const known = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  if (known.length > 0) return known.join(' ')
  if (cause) return errorCode(cause)
  return error instanceof Error ? error.name : 'unknown'
}

/** Thrown when an attempt has not ended by when another worker may make the next one. */
class AttemptTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(milliseconds: number) {
    super(`The attempt has not ended after ${milliseconds} ms`)
    this.name = 'AttemptTimeoutError'
  }
}

/** One attempt, for as long as it is this worker's: the other side may keep it waiting without an end. */
export const attempted = (work: Promise<void>, milliseconds: number): Promise<void> =>
  withDeadline(work, milliseconds, (): never => {
    throw new AttemptTimeoutError(milliseconds)
  })

/**
 * Delivers what is due on one channel until nothing is, or nothing more is to be begun.
 * @throws when the database cannot be reached
 */
export async function deliverDue(
  db: Database,
  channel: string,
  send: Send,
  { clock = () => new Date(), log, stopping = new AbortController().signal, underWay, attemptMs = LEASE }: DueOptions,
): Promise<void> {
  async function deliver(delivery: Delivery): Promise<void> {
    try {
      const { attempts } = delivery
      await inSpan(`deliver ${channel}`, { attributes: { attempts } }, () =>
        attempted(send(delivery, { db, now: clock() }), attemptMs),
      )
    } catch (error) {
      const wait = backOff(delivery.attempts)
      const code = errorCode(error)
      const { id, attempts } = delivery
      log.warn({ channel, delivery: id, code, attempts, retryInMs: wait }, 'A message could not be delivered')
      return markFailed(db, delivery, code, new Date(clock().getTime() + wait))
    }
    await markDelivered(db, delivery, clock())
  }
  while (!stopping.aborted) {
    const delivery = await claim(db, channel, clock())
    if (!delivery) return
    underWay?.add(delivery)
    await deliver(delivery).finally(() => underWay?.delete(delivery))
  }
}

/**
 * Starts delivering, each channel by itself, so that a slow mail server holds up nobody else; and once a day deletes
 * what has been kept long enough.
 */
export function startWorker(options: WorkerOptions): DeliveryWorker {
  const underWay = new Set<Delivery>()
  const { database, channels, log, clock = () => new Date(), pollMs = POLL } = options
  let cleanedAt = Number.NEGATIVE_INFINITY
  async function clean(): Promise<void> {
    const now = clock()
    if (now.getTime() - cleanedAt < CLEAN_EVERY) return
    const deleted = await deleteOldSiteData(await database(), now)
    if (Object.keys(deleted).length > 0) log.info(deleted, 'What the site kept long enough is deleted')
    cleanedAt = now.getTime()
  }
  const deliveries = Object.entries(channels).map(([channel, send]) => ({
    look: async (stopping: AbortSignal) =>
      deliverDue(await database(), channel, send, { clock, log, stopping, underWay }),
    onFailure: (error: unknown) => log.error({ channel, err: error }, 'Delivering messages waits for the database'),
  }))
  const cleaning = {
    look: clean,
    onFailure: (error: unknown) => log.warn({ err: error }, 'Deleting what the site kept waits for the database'),
  }
  return {
    ...startPolling([...deliveries, cleaning], pollMs),
    giveBack: async () => {
      for (const delivery of underWay) await giveBack(await database(), delivery, clock())
    },
  }
}
