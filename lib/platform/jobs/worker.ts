import { millisecondsInMinute } from 'date-fns/constants'
import type { Database } from '../db/client.ts'
import { withDeadline } from '../time/deadline.ts'
import { type Polling, startPolling } from '../lifecycle/polling.ts'
import { runSpan } from '../telemetry/spans.ts'
import {
  claimJob,
  findDueKinds,
  type Job,
  type JobKind,
  getConcurrency,
  getLeaseMs,
  markDone,
  markFailed,
  markFailedPermanently,
  type OrganizationJob,
  postponeJob,
  releaseJob,
} from './queue.ts'
import { AttemptTimeoutError, computeRetryDelayMs, getErrorCode, PermanentError, RetryLaterError } from './retry.ts'

type JobContext = {
  db: Database
  now: Date
  /**
   * Aborts when the attempt ends or the worker stops. If the handler throws the abort reason, another worker retries
   * the job.
   */
  signal: AbortSignal
}

export type Handler<Kind extends Job = OrganizationJob> = (job: Kind, context: JobContext) => Promise<void>

/** Handlers by job kind. Jobs that have no handler stay in the queue. */
export type Handlers = Partial<Record<JobKind, Handler | Handler<Job>>>

/** Enqueues due recurring jobs. Runs once a minute in each worker, possibly at the same time. */
export type JobSchedule = (db: Database, now: Date) => Promise<void>

export type JobLog = Record<'info' | 'warn' | 'error', (facts: Record<string, unknown>, message: string) => void>

type RunOptions = {
  log: Pick<JobLog, 'warn' | 'error'>
  clock?: (() => Date) | undefined
  stopping?: AbortSignal
  running?: Set<Job>
  leaseMs?: number
  /** Runs when a job was claimed, before it runs. */
  onClaim?: () => void
}

/** Runs the due jobs of a kind, one at a time, until none is left. @throws if the database is unreachable */
export async function runDueJobs<Kind extends Job>(
  db: Database,
  kind: JobKind,
  handler: Handler<Kind>,
  options: RunOptions,
): Promise<void> {
  const { clock = () => new Date(), log, running, leaseMs = getLeaseMs(kind), onClaim } = options
  const { stopping = new AbortController().signal } = options
  async function attempt(job: Job): Promise<void> {
    const timeoutController = new AbortController()
    const signal = AbortSignal.any([stopping, timeoutController.signal])
    await withDeadline(handler(job as Kind, { db, now: clock(), signal }), leaseMs, (): never => {
      const error = new AttemptTimeoutError(leaseMs)
      timeoutController.abort(error)
      throw error
    })
  }
  async function runJob(job: Job): Promise<void> {
    const { id, attempts } = job
    try {
      await runSpan(`job ${kind}`, { attributes: { attempts } }, () => attempt(job))
    } catch (error) {
      if (stopping.aborted && error === stopping.reason) return releaseJob(db, job)
      if (error instanceof RetryLaterError) return postponeJob(db, job, error.dueAt)
      const code = getErrorCode(error)
      const fields = { kind, job: id, code, attempts }
      if (error instanceof PermanentError) {
        log.error(fields, 'jobs: job failed permanently')
        return markFailedPermanently(db, job, code, clock())
      }
      const retryInMs = computeRetryDelayMs(attempts)
      log.warn({ ...fields, retryInMs }, 'jobs: attempt failed')
      return markFailed(db, job, code, new Date(clock().getTime() + retryInMs))
    }
    await markDone(db, job, clock())
  }
  while (!stopping.aborted) {
    const job = await claimJob(db, kind, clock())
    if (!job) return
    onClaim?.()
    running?.add(job)
    await runJob(job).finally(() => running?.delete(job))
  }
}

type WorkerOptions = Pick<RunOptions, 'clock'> & {
  database: () => Promise<Database>
  handlers: Handlers
  log: JobLog
  schedule?: JobSchedule
  pollMs?: number
}

export type JobWorker = Polling & {
  release: () => Promise<void>
}

const POLL_INTERVAL_MS = 1_000
const SCHEDULE_INTERVAL_MS = millisecondsInMinute

/**
 * Runs due jobs. Each kind has separate loops, up to its concurrency, so that a slow service does not delay other kinds.
 * A loop that claims a job starts the next one, so that a slow job does not delay the other jobs of its kind.
 */
export function startWorker({
  database,
  handlers,
  log,
  clock = () => new Date(),
  schedule,
  pollMs = POLL_INTERVAL_MS,
}: WorkerOptions): JobWorker {
  const running = new Set<Job>()
  const kinds = Object.keys(handlers) as JobKind[]
  const loops = new Map(kinds.map((kind) => [kind, new Set<Promise<void>>()]))
  const onFailure = (err: unknown) => log.error({ err }, 'jobs: database unavailable')

  async function runKind(db: Database, kind: JobKind, handler: Handler<Job>, stopping: AbortSignal): Promise<void> {
    const handleAndWake: Handler<Job> = async (job, context) => {
      await handler(job, context)
      polling.wake()
    }
    const onClaim = () => startLoop(db, kind, stopping)
    try {
      await runDueJobs(db, kind, handleAndWake, { clock, log, stopping, running, onClaim })
    } catch (error) {
      onFailure(error)
    }
  }

  function startLoop(db: Database, kind: JobKind, stopping: AbortSignal): void {
    const kindLoops = loops.get(kind)
    if (!kindLoops || kindLoops.size >= getConcurrency(kind) || stopping.aborted) return
    const loop = runKind(db, kind, handlers[kind] as Handler<Job>, stopping).finally(() => kindLoops.delete(loop))
    kindLoops.add(loop)
  }

  async function poll(stopping: AbortSignal): Promise<void> {
    const db = await database()
    for (const kind of await findDueKinds(db, kinds, clock())) startLoop(db, kind, stopping)
  }

  let lastScheduledAt = Number.NEGATIVE_INFINITY
  async function scheduleWhenDue(): Promise<void> {
    const now = clock()
    if (now.getTime() - lastScheduledAt < SCHEDULE_INTERVAL_MS) return
    await schedule?.(await database(), now)
    lastScheduledAt = now.getTime()
  }

  const polling = startPolling(
    [
      { poll, onFailure },
      { poll: scheduleWhenDue, onFailure: (err) => log.error({ err }, 'jobs: schedule failed') },
    ],
    pollMs,
  )
  return {
    wake: polling.wake,
    stop: async () => {
      await polling.stop()
      await Promise.all([...loops.values()].flatMap((kindLoops) => [...kindLoops]))
    },
    release: async () => {
      for (const job of running) await releaseJob(await database(), job)
    },
  }
}
