import type { Env } from '../lib/env.ts'
import { clerkDependency, postgresDependency } from '../lib/health/dependencies.ts'
import { type Dependency, dependency } from '../lib/health/dependency.ts'
import { askLake } from '../sanity/ping.ts'

/** What the site depends on, and goes on without for a while. */
export function siteDependencies({ databaseUrl }: Env): Dependency[] {
  const clerk = clerkDependency()
  return [postgresDependency(databaseUrl), dependency('content-lake', askLake), ...(clerk ? [clerk] : [])]
}
