import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import type { Polling } from '../polling.ts'
import { sharedState } from '../shared-state.ts'
import { handlersOf } from './handlers.ts'
import { startOutgoingWorker } from './worker.ts'

/** The worker of the process. */
const shared = sharedState<{ worker?: Polling }>('outgoing-worker', () => ({}))

/** Starts doing what is stored, also what an earlier process left behind. Called once at boot. */
export function startOutgoing(env: Env): void {
  shared.worker ??= startOutgoingWorker({
    database: () => database(env.databaseUrl),
    handlers: handlersOf(env),
    log,
  })
}

/** Has the worker of this process look for work at once. */
export const wakeOutgoing = (): void => shared.worker?.wake()
