import type { ChildProcess } from 'node:child_process'
import { freePort } from '../../../packages/local-server/testing.ts'
import { siteProcess, siteServer } from '../../../scripts/build/builds.ts'
import { kill, serve, stop } from '../../../scripts/support/processes.ts'
import { siteVariables } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'
import { ownRelease } from '../../support/stack/own-release.ts'

/** A process of the release. */
export type Site = {
  url: string
  port: number
  /** Of its release, where it keeps pages. */
  folder: string
  logFile: string
  child: ChildProcess
  /** Asks it to end, and waits until it has. */
  stop: () => Promise<void>
  /** Ends it at once, as a machine does that loses its power. */
  kill: () => Promise<void>
}

/** Milliseconds that a site has to end, its delay before stopping included. */
const GRACE_MS = 30_000

type Options = {
  /** Of its folder and log; the same name, started again, finds what it has kept. */
  name?: string
  variables?: Record<string, string>
  /** A release that exists already. */
  folder?: string
  port?: number
}

let started = 0

/**
 * Starts a process of the release, by default in a folder of its own as on a machine of its own. Its public address is that
 * of the stack, where a test puts what stands in front of it; the webhook of the Content Lake goes there, too.
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
