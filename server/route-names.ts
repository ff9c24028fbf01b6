import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { log } from '../lib/log/log.ts'

/** What of the framework's list of routes is read. */
const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
})

/** The name of a path that no route has, or of any where the list cannot be read. */
const UNKNOWN = 'unknown'

/**
 * Names the route of a path, such as `/api/dashboard/leads/[id]`: an address may hold an id, or what a visitor wrote.
 * @param file the framework's `routes-manifest.json`
 */
export function routeNames(file: string): (path: string) => string {
  try {
    const { staticRoutes, dynamicRoutes } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
    const fixed = new Set(staticRoutes.map(({ page }) => page))
    const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }))
    return (path) => (fixed.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.page ?? UNKNOWN))
  } catch (err) {
    log.warn({ err }, 'The routes cannot be read, so that traces do not name them')
    return () => UNKNOWN
  }
}

/** The list of routes of a built site. */
export const routesFile = (folder: string): string => join(folder, '.next/routes-manifest.json')
