import type { ChildProcess } from 'node:child_process'
import { freePort } from '../../../packages/local-server/tests/servers.ts'
import { kill, serve, stop } from '../../../scripts/support/processes.ts'
import { siteProcess, siteServer, siteVariables } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'
import { ownRelease } from '../../support/stack/own-release.ts'

export type Site = {
  url: string
  port: number
  /** Release folder, which contains its page cache. */
  folder: string
  logFile: string
  child: ChildProcess
  stop: () => Promise<void>
  /** SIGKILL, like a power failure. */
  kill: () => Promise<void>
}

/** Milliseconds to shut down, including the delay before stopping. */
const GRACE_MS = 30_000

type Options = {
  /** Name of its folder and log; reuse it to keep the data. */
  name?: string
  variables?: Record<string, string>
  folder?: string
  port?: number
}

let started = 0

/**
 * A folder of its own by default, as on another machine. Its public address and webhook are the stack's, where a proxy may
 * be.
 */
export async function startSite(options: Options = {}): Promise<Site> {
  const { name = `site-${started++}`, variables = {}, folder = ownRelease(name), port = await freePort() } = options
  const url = `http://localhost:${port}`
  const service = await serve(
    {
      name,
      args: siteServer(folder, '--port', String(port), '--hostname', 'localhost'),
      cwd: folder,
      env: { ...siteVariables(stack), ...variables, ...siteProcess },
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
