import type { Instrumentation } from 'next'
import { accountReport } from '@/lib/platform/auth/environment.ts'
import { noteBooted, noteNotBooted } from '@/lib/platform/lifecycle/boot.ts'
import { env } from '@/lib/platform/env/env.ts'

let logError: Instrumentation.onRequestError | undefined

/** Starts what runs beside the answers to requests. */
async function start(): Promise<void> {
  const values = env()
  // In this form the bundler leaves what follows out of the build for the edge, which has no sockets.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const [
      { sharedTags },
      { checkDatabaseRole, configurePool },
      { startEdge },
      { startJobs },
      { jobHandlers, scheduleJobs },
      { logConsole, logRequestError },
      { integrationReport },
      { startTelemetry },
      { observeDependencies },
      { dependencies },
      { clerkDependency, postgresDependency },
    ] = await Promise.all([
      import('@/lib/platform/cache/shared-tags.ts'),
      import('@/lib/platform/db/client.ts'),
      import('@/lib/platform/edge-cache/edge.ts'),
      import('@/lib/platform/jobs/start.ts'),
      import('@/jobs.ts'),
      import('@/lib/platform/log/uncaught-errors.ts'),
      import('@/lib/dashboard/integrations/environment.ts'),
      import('@/lib/platform/monitoring/start.ts'),
      import('@/lib/platform/monitoring/dependencies.ts'),
      import('@/lib/platform/lifecycle/health/dependency.ts'),
      import('@/lib/platform/lifecycle/health/dependencies.ts'),
    ])
    process.stderr.write(accountReport() + integrationReport())
    // First, so that the connections that the rest opens are watched.
    await startTelemetry(values)
    configurePool({ size: values.databasePoolSize, poolerUrl: values.databasePoolerUrl })
    await checkDatabaseRole(values.databaseUrl)
    const clerk = clerkDependency()
    dependencies.push(postgresDependency(values.databaseUrl), ...(clerk ? [clerk] : []))
    observeDependencies(dependencies)
    if (values.jobs === 'in-process') startJobs(values.databaseUrl, jobHandlers(values), scheduleJobs)
    logError = logRequestError
    // The development server prints for the person who sits before it.
    if (process.env.NODE_ENV === 'production') logConsole()
    await sharedTags(values.databaseUrl).start()
    startEdge(values)
  }
}

/** Runs once when the server boots, so that a wrong environment stops it at once and not at the first visitor. */
export async function register() {
  try {
    await start()
    noteBooted()
  } catch (error) {
    noteNotBooted(error)
    throw error
  }
}

/** Next calls this with each error that it caught itself, before it prints the error. */
export const onRequestError: Instrumentation.onRequestError = (error, request, context) =>
  logError?.(error, request, context)
