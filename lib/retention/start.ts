import { type Database, database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../shared-state.ts'
import { type RetentionOptions, runDueRetention } from './run.ts'

/** Milliseconds between two looks for a run that is due. */
const POLL = 60_000

type WorkerOptions = RetentionOptions & {
  /** Connects when needed, and again after a failure. */
  database: () => Promise<Database>
  pollMs?: number
}

export type RetentionWorker = {
  /** Looks for work at once. */
  wake: () => void
  /** Resolves when the run that is going on is done. */
  stop: () => Promise<void>
}

/** Starts looking for runs that are due: now, and every minute. */
export function startRetentionWorker({ database, pollMs = POLL, ...options }: WorkerOptions): RetentionWorker {
  const stopping = new AbortController()
  let waken: () => void = () => undefined
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs).unref()
      waken = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    let isDown = false
    while (!stopping.signal.aborted) {
      // Registered first, so that being woken while this looks for work is not missed.
      const rested = rest()
      try {
        await runDueRetention(await database(), options)
        isDown = false
      } catch (error) {
        if (!isDown) options.log.error({ err: error }, 'Deleting old data waits for the database')
        isDown = true
      }
      if (stopping.signal.aborted) return
      await rested
    }
  }
  const running = run()
  const stop = async () => {
    stopping.abort()
    waken()
    await running
  }
  return { wake: () => waken(), stop }
}

/** The worker of the process. */
const shared = sharedState<{ worker?: RetentionWorker }>('retention-worker', () => ({}))

/** Starts deleting what has been kept long enough, each night at three in the zone of each business. Called once at boot. */
export function startRetention(env: Env): void {
  shared.worker ??= startRetentionWorker({
    database: () => database(env.databaseUrl),
    clock: () => new Date(),
    log,
  })
}
