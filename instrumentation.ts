import type { Instrumentation } from 'next'
import { formatAccountReport } from '@/lib/platform/auth/environment.ts'
import { markBooted, markBootFailed } from '@/lib/platform/lifecycle/boot.ts'
import { env } from '@/lib/platform/env/env.ts'

let logError: Instrumentation.onRequestError | undefined

/** Starts telemetry, checks the database role, and starts background jobs, shared cache tags and the edge cache. */
async function start(): Promise<void> {
  const values = env()
  // The condition keeps Node-only code, such as sockets, out of the edge bundle.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const [
      { getSharedTags },
      { checkDatabaseRole, configurePool },
      { startEdge },
      { startJobs },
      { createJobHandlers, scheduleJobs },
      { redirectConsole, logRequestError },
      { formatIntegrationReport },
      { startTelemetry },
      { observeDependencies },
      { dependencies },
      { createClerkDependency, createPostgresDependency },
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
    process.stderr.write(formatAccountReport() + formatIntegrationReport())
    // Telemetry starts first so that it instruments the connections that the next steps open.
    await startTelemetry(values)
    configurePool({ size: values.databasePoolSize, poolerUrl: values.databasePoolerUrl })
    await checkDatabaseRole(values.databaseUrl)
    const clerk = createClerkDependency()
    dependencies.push(createPostgresDependency(values.databaseUrl), ...(clerk ? [clerk] : []))
    observeDependencies(dependencies)
    if (values.jobs === 'in-process') startJobs(values.databaseUrl, createJobHandlers(values), scheduleJobs)
    logError = logRequestError
    // In development, Next.js prints readable messages to the terminal.
    if (process.env.NODE_ENV === 'production') redirectConsole()
    await getSharedTags(values.databaseUrl).start()
    startEdge(values)
  }
}

/** Runs once when the server boots, so that invalid environment variables stop the process before its first request. */
export async function register() {
  try {
    await start()
    markBooted()
  } catch (error) {
    markBootFailed(error)
    throw error
  }
}

/** Next.js calls this function with each error that it caught, before it prints the error. */
export const onRequestError: Instrumentation.onRequestError = (error, request, context) =>
  logError?.(error, request, context)
