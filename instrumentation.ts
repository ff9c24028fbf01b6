import type { Instrumentation } from 'next'
import { accountReport } from '@/lib/auth/environment.ts'
import { noteBooted, noteNotBooted } from '@/lib/boot.ts'
import { env } from '@/lib/env.ts'

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
      { startContactDelivery },
      { startOutgoing },
      { startRetention },
      { logConsole, logRequestError },
      { integrationReport },
      { startTelemetry },
      { observeDependencies },
      { dependencies },
      { clerkDependency, postgresDependency },
      { startFormerCompanies },
    ] = await Promise.all([
      import('@/lib/cache/shared-tags.ts'),
      import('@/lib/db/client.ts'),
      import('@/lib/edge-cache/edge.ts'),
      import('@/lib/contact/delivery/start.ts'),
      import('@/lib/outgoing/start.ts'),
      import('@/lib/retention/start.ts'),
      import('@/lib/log/uncaught-errors.ts'),
      import('@/lib/integrations/environment.ts'),
      import('@/lib/telemetry/start.ts'),
      import('@/lib/telemetry/dependencies.ts'),
      import('@/lib/health/dependency.ts'),
      import('@/lib/health/dependencies.ts'),
      import('@/lib/voice/former-companies.ts'),
    ])
    process.stderr.write(accountReport() + integrationReport())
    // First, so that the connections that the rest opens are watched.
    await startTelemetry(values)
    configurePool({ size: values.databasePoolSize, poolerUrl: values.databasePoolerUrl })
    await checkDatabaseRole(values.databaseUrl)
    const clerk = clerkDependency()
    dependencies.push(postgresDependency(values.databaseUrl), ...(clerk ? [clerk] : []))
    observeDependencies(dependencies)
    startContactDelivery(values)
    startOutgoing(values)
    startRetention(values)
    startFormerCompanies(values)
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
