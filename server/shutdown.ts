import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises'
import { withDeadline } from '../lib/platform/time/deadline.ts'
import { abortLongPolls } from '../lib/platform/http/shutdown-signal.ts'
import { log } from '../lib/platform/log/log.ts'
import { runShutdownPhase } from '../lib/platform/lifecycle/process-end.ts'
import { markStopping } from '../lib/platform/lifecycle/readiness.ts'

/** Time limit for open responses and jobs. After it, the process exits in any case. */
const GRACE_PERIOD_MS = 8_000
const EXIT_TIMEOUT_MS = 10_000

type Stoppable = { close: (closed: () => void) => unknown; closeAllConnections: () => void }

type StopOptions = { delayMs?: number; graceMs?: number }

/**
 * Stops the server. For `delayMs`, it reports that it is not ready, so that load balancers stop sending requests. It
 * also closes each connection after its response. Then it accepts no connections, and closes all of them after
 * `graceMs`.
 * @param close releases the resources of the server
 */
export async function stopServer(
  server: Stoppable,
  close: () => Promise<void>,
  { delayMs = 0, graceMs = GRACE_PERIOD_MS }: StopOptions = {},
): Promise<void> {
  markStopping()
  const backgroundWork = runShutdownPhase('stopping')
  if (delayMs > 0) await wait(delayMs)
  // Closing the port resets connections that are not accepted yet, so the server accepts them first.
  await yieldToEventLoop()
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), graceMs)
  const closed = new Promise<void>((resolve) => void server.close(resolve))
  abortLongPolls()
  await Promise.all([
    closed,
    withDeadline(backgroundWork, graceMs, () => log.warn('process: background work did not stop in time')),
  ])
  clearTimeout(forceCloseTimer)
  try {
    await runShutdownPhase('answered')
    await close()
  } catch (err) {
    log.error({ err }, 'process: shutdown failed')
  }
}

/**
 * Stops the server at SIGTERM or SIGINT. After an uncaught exception, it drains immediately and exits with 1, because
 * the state is unknown. Then systemd, the container or `npm start` restarts it. Unhandled rejections are only logged,
 * as in Next.js, because a page may start a query that it does not await.
 * @param delaySeconds see `delayMs` of `stopServer`
 */
export function stopOnSignalsAndErrors(server: Stoppable, close: () => Promise<void>, delaySeconds: number): void {
  let isStopping = false
  const stop = async (exitCode: number, delayMs: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), delayMs + EXIT_TIMEOUT_MS)
    await stopServer(server, close, { delayMs })
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0, delaySeconds * 1_000))
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'process: uncaught exception')
    void stop(1, 0)
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'process: unhandled rejection'))
}
