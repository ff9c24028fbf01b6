import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Service } from '../../../scripts/support/processes.ts'
import { startSite } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

type FunctionsManifest = { functions: Record<string, unknown> }

const PORT_DISTANCE = 60

/** URL of the release without its proxy. Its SITE_URL is that of the stack. */
export const bareSiteUrl = `http://localhost:${stack.sitePort + PORT_DISTANCE}`

/**
 * Starts the release without its proxy.
 * @throws if the build has no proxy, because the tests would then prove nothing
 */
export async function startSiteWithoutProxy(): Promise<Service> {
  const folder = resolve(stack.dataDir, 'release-without-proxy')
  rmSync(folder, { recursive: true, force: true })
  cpSync(release, folder, { recursive: true, filter: (source) => !source.includes('.next/cache') })
  const file = resolve(folder, '.next/server/functions-config-manifest.json')
  const { functions, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as FunctionsManifest
  const { '/_middleware': proxy, ...otherFunctions } = functions
  if (!proxy) throw new Error('The build names no proxy')
  writeFileSync(file, JSON.stringify({ ...rest, functions: otherFunctions }))
  rmSync(resolve(folder, '.next/server/middleware.js'))
  return startSite({ ...stack, sitePort: stack.sitePort + PORT_DISTANCE }, folder)
}
