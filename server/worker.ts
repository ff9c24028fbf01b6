import { millisecondsInHour } from 'date-fns/constants'
import { checkDatabaseRole, configurePool } from '../lib/platform/db/client.ts'
import { env } from '../lib/platform/env/env.ts'
import { createJobHandlers, scheduleJobs } from '../jobs.ts'
import { redirectConsole } from '../lib/platform/log/uncaught-errors.ts'
import { log } from '../lib/platform/log/log.ts'
import { startJobs } from '../lib/platform/jobs/start.ts'
import { endTelemetry, startTelemetry } from '../lib/platform/monitoring/start.ts'
import { stopOnSignalsAndErrors } from './shutdown.ts'

/*
 * Process for background jobs only: `NODE_ENV=production node server/worker.ts`. Several may run. With JOBS=worker,
 * site processes leave all jobs to these processes.
 */

const NO_SERVER = { close: (onClosed: () => void) => onClosed(), closeAllConnections: () => undefined }

const values = env()
await startTelemetry(values)
configurePool({ size: values.databasePoolSize, poolerUrl: values.databasePoolerUrl })
await checkDatabaseRole(values.databaseUrl)
redirectConsole()
startJobs(values.databaseUrl, createJobHandlers(values), scheduleJobs)
stopOnSignalsAndErrors(NO_SERVER, endTelemetry, 0)
// This timer keeps the process alive, because the timers of jobs do not.
setInterval(() => undefined, millisecondsInHour)
log.info('jobs: worker started')
