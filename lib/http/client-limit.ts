import { randomBytes } from 'node:crypto'
import { clientKey, type Limit } from './rate-limit.ts'

/** Clients of one window; more are not counted, so that the memory is bounded. */
const MOST_CLIENTS = 20_000

/** Counts a request of a client; whether it is that client's turn. */
export type ClientLimit = (address: string) => boolean

type LimitOptions = { limit: Limit; mostClients?: number }

/**
 * Limits clients in memory, for what must not cost a question to the database. What is kept of a client is a hash with a
 * secret of its window, until the window ends.
 */
export function createClientLimit({ limit, mostClients = MOST_CLIENTS }: LimitOptions): ClientLimit {
  let secret = ''
  let endsAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const counts = new Map<string, number>()
  return (address) => {
    if (Date.now() >= endsAt) {
      secret = randomBytes(16).toString('hex')
      endsAt = Date.now() + limit.windowMs
      counts.clear()
      // A timer that runs late would clear this window.
      clearTimeout(timer)
      timer = setTimeout(() => counts.clear(), limit.windowMs).unref()
    }
    const key = clientKey(limit, address, secret)
    const count = (counts.get(key) ?? 0) + 1
    if (count > limit.count || (count === 1 && counts.size >= mostClients)) return false
    counts.set(key, count)
    return true
  }
}
