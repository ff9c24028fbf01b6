import { endWaiting } from '../lib/http/end-waiting.ts'
import { log } from '../lib/log/log.ts'
import { markStopping } from '../lib/readiness.ts'

/** Milliseconds that answers under way have when the site is told to stop, and after which it ends whatever is left. */
const GRACE_MS = 9_000
const END_MS = 10_000

/** What is to be stopped of an HTTP server. */
type Stoppable = { close: (closed: () => void) => unknown; closeAllConnections: () => void }

/**
 * Takes nothing new, answers what is under way, and closes the connections.
 * @param close ends what is behind the server
 * @param grace milliseconds that answers under way have
 */
export async function stopServer(server: Stoppable, close: () => Promise<void>, grace = GRACE_MS): Promise<void> {
  markStopping()
  const late = setTimeout(() => server.closeAllConnections(), grace)
  const closed = new Promise<void>((resolve) => void server.close(resolve))
  endWaiting()
  await closed
  clearTimeout(late)
  try {
    await close()
  } catch (err) {
    log.error({ err }, 'The site did not close in order')
  }
}

/**
 * Stops the site at SIGTERM or SIGINT, within ten seconds.
 * @param close ends what is behind the server
 */
export function stopOnSignals(server: Stoppable, close: () => Promise<void>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), END_MS)
    await stopServer(server, close)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}
