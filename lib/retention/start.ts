import { type Database, database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { type Polling, startPolling } from '../polling.ts'
import { atProcessEnd } from '../process-end.ts'
import { sharedState } from '../shared-state.ts'
import { type RetentionOptions, runDueRetention } from './run.ts'

/** Milliseconds between two looks for a run that is due. */
const POLL = 60_000

type WorkerOptions = Omit<RetentionOptions, 'stopping'> & {
  /** Connects when needed, and again after a failure. */
  database: () => Promise<Database>
  pollMs?: number
}

/** Starts looking for runs that are due: now, and every minute. */
export function startRetentionWorker({ database, pollMs = POLL, ...options }: WorkerOptions): Polling {
  const job = {
    look: async (stopping: AbortSignal) => runDueRetention(await database(), { ...options, stopping }),
    onFailure: (error: unknown) => options.log.error({ err: error }, 'Deleting old data waits for the database'),
  }
  return startPolling([job], pollMs)
}

/** The worker of the process. */
const shared = sharedState<{ worker?: Polling }>('retention-worker', () => ({}))

/** Starts deleting what has been kept long enough, each night at three in the zone of each business. Called once at boot. */
export function startRetention(env: Env): void {
  if (shared.worker) return
  shared.worker = startRetentionWorker({
    database: () => database(env.databaseUrl),
    clock: () => new Date(),
    log,
  })
  atProcessEnd('stopping', 'retention', shared.worker.stop)
}
