import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { log } from '../lib/platform/log/log.ts'

const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
})

/** Name for a path that has no route, or if the manifest is unreadable. */
const UNKNOWN_ROUTE = 'unknown'

/**
 * Creates a lookup from paths to route names such as `/api/dashboard/leads/[id]`. Route names are logged instead of
 * paths, which may contain ids or user input.
 */
export function createRouteNames(file: string): (path: string) => string {
  try {
    const { staticRoutes, dynamicRoutes } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
    const staticPaths = new Set(staticRoutes.map(({ page }) => page))
    const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }))
    return (path) =>
      staticPaths.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.page ?? UNKNOWN_ROUTE)
  } catch (err) {
    log.warn({ err }, 'telemetry: route manifest unreadable')
    return () => UNKNOWN_ROUTE
  }
}
