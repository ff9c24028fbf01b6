import type { ChildProcess } from 'node:child_process'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { kill, serve, stop } from '../../../scripts/support/processes.ts'
import { siteProcessEnv, buildSiteServerArgs, buildSiteVariables } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'
import { copyRelease } from '../../support/stack/own-release.ts'

export type Site = {
  url: string
  port: number
  /** Release folder, which also contains the page cache. */
  folder: string
  logFile: string
  child: ChildProcess
  stop: () => Promise<void>
  /** Kills the process with SIGKILL. */
  kill: () => Promise<void>
}

/** Maximum duration of a shutdown, including the delay before it starts. */
const GRACE_MS = 30_000

type Options = {
  /** Name of the site's folder and log. A reused name keeps the data. */
  name?: string
  variables?: Record<string, string>
  folder?: string
  port?: number
}

let siteCount = 0

/**
 * Starts a site, by default in a separate folder, as on another machine. Its public URL and webhook are those of the
 * stack, where a proxy may listen.
 */
export async function startSite(options: Options = {}): Promise<Site> {
  const {
    name = `site-${siteCount++}`,
    variables = {},
    folder = copyRelease(name),
    port = await findFreePort(),
  } = options
  const url = `http://localhost:${port}`
  const service = await serve(
    {
      name,
      args: buildSiteServerArgs(folder, '--port', String(port), '--hostname', 'localhost'),
      cwd: folder,
      env: { ...buildSiteVariables(stack), ...variables, ...siteProcessEnv },
      logFile: `${stack.dataDir}/logs/${name}.log`,
      graceMs: GRACE_MS,
    },
    `${url}/robots.txt`,
  )
  const { child, logFile } = service
  return {
    url,
    port,
    folder,
    logFile,
    child,
    stop: () => stop(service),
    kill: () => kill(service),
  }
}
