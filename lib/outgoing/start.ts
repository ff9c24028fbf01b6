import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { atProcessEnd } from '../process-end.ts'
import { sharedState } from '../shared-state.ts'
import { handlersOf } from './handlers.ts'
import { type OutgoingWorker, startOutgoingWorker } from './worker.ts'

/** The worker of the process. */
const shared = sharedState<{ worker?: OutgoingWorker }>('outgoing-worker', () => ({}))

/** Starts doing what is stored, also what an earlier process left behind. Called once at boot. */
export function startOutgoing(env: Env): void {
  if (shared.worker) return
  const worker = startOutgoingWorker({
    database: () => database(env.databaseUrl),
    handlers: handlersOf(env),
    log,
  })
  shared.worker = worker
  atProcessEnd('stopping', 'work outside', worker.stop)
  atProcessEnd('answered', 'work outside', worker.giveBack)
}

/** Has the worker of this process look for work at once. */
export const wakeOutgoing = (): void => shared.worker?.wake()
