import { getDatabase } from '../db/client.ts'
import { log } from '../log/log.ts'
import { registerShutdownTask } from '../lifecycle/process-end.ts'
import { getSharedState } from '../process/shared-state.ts'
import { type Handlers, type JobSchedule, type JobWorker, startWorker } from './worker.ts'

const shared = getSharedState<{ worker?: JobWorker }>('jobs', () => ({}))

export function startJobs(databaseUrl: string, handlers: Handlers, schedule: JobSchedule): void {
  if (shared.worker) return
  const worker = startWorker({ database: () => getDatabase(databaseUrl), handlers, schedule, log })
  shared.worker = worker
  registerShutdownTask('stopping', 'jobs', worker.stop)
  registerShutdownTask('answered', 'jobs', worker.release)
}

/**
 * Makes the worker of this process run due jobs immediately. If this process has no worker, the worker process finds
 * them when it polls.
 */
export const wakeJobs = (): void => shared.worker?.wake()
