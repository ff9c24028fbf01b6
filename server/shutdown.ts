import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { withDeadline } from '../lib/deadline.ts'
import { endWaiting } from '../lib/http/end-waiting.ts'
import { log } from '../lib/log/log.ts'
import { endPhase } from '../lib/process-end.ts'
import { markStopping } from '../lib/readiness.ts'

/** Milliseconds that answers and work under way have when no more is taken, and after which whatever is left is ended. */
const GRACE_MS = 8_000
const END_MS = 10_000

/** What is to be stopped of an HTTP server. */
type Stoppable = { close: (closed: () => void) => unknown; closeAllConnections: () => void }

type StopOptions = {
  /** Milliseconds in which the site still answers, so that whoever sends it requests sees that it is no longer ready. */
  delay?: number
  /** Milliseconds that answers under way have after that. */
  grace?: number
}

/**
 * Says that the site is no longer ready, goes on answering for a while and closes each connection with its answer; then
 * takes nothing new, answers what is under way, and closes the connections.
 * @param close ends what is behind the server
 */
export async function stopServer(
  server: Stoppable,
  close: () => Promise<void>,
  { delay = 0, grace = GRACE_MS }: StopOptions = {},
): Promise<void> {
  markStopping()
  const working = endPhase('stopping')
  if (delay > 0) await wait(delay)
  // Right after what has arrived was taken: a connection that waits to be accepted is reset when the port is closed.
  await nextTurn()
  const late = setTimeout(() => server.closeAllConnections(), grace)
  const closed = new Promise<void>((resolve) => void server.close(resolve))
  endWaiting()
  await Promise.all([closed, withDeadline(working, grace, () => log.warn('Work is left to another process'))])
  clearTimeout(late)
  try {
    await endPhase('answered')
    await close()
  } catch (err) {
    log.error({ err }, 'The site did not close in order')
  }
}

/**
 * Stops the process at SIGTERM or SIGINT, within ten seconds after the delay, and without a delay after an uncaught exception:
 * the state of the process is unknown then, so it drains, exits with 1 and is restarted by systemd, the container or
 * `npm start`. An unhandled rejection is only logged, as Next does: a page may start a query whose result it does not need.
 * @param close ends what is behind the server
 * @param delay in seconds, see `stopServer`
 */
export function stopOnSignalsAndErrors(server: Stoppable, close: () => Promise<void>, delay: number): void {
  let isStopping = false
  const stop = async (exitCode: number, delayMs: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), delayMs + END_MS)
    await stopServer(server, close, { delay: delayMs })
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0, delay * 1_000))
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'process: uncaught exception')
    void stop(1, 0)
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'process: unhandled rejection'))
}
