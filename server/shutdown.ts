import { endWaiting } from '../lib/http/end-waiting.ts'
import { log } from '../lib/log/log.ts'

/** Milliseconds that answers under way have when the site is told to stop. */
const GRACE_MS = 10_000

/** What is to be stopped of an HTTP server. */
type Stoppable = { close: (closed: () => void) => unknown; closeAllConnections: () => void }

/**
 * Stops the site at SIGTERM or SIGINT: takes nothing new, answers what is under way, and ends within ten seconds.
 * @param close ends what is behind the server
 */
export function stopOnSignals(server: Stoppable, close: () => Promise<void>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const late = setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    endWaiting()
    await closed
    clearTimeout(late)
    try {
      await close()
    } catch (err) {
      log.error({ err }, 'The site did not close in order')
    }
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}
