import { randomBytes } from 'node:crypto'
import { buildClientKey, type Limit } from './rate-limit.ts'

/** Maximum number of clients per window, to limit memory use. */
const MAX_CLIENTS = 20_000

export type ClientLimit = (address: string) => boolean

/**
 * Creates an in-memory rate limit, for requests that must not cost a query. It stores only hashes with a per-window
 * secret.
 */
export function createClientLimit(limit: Limit, maxClients = MAX_CLIENTS): ClientLimit {
  let secret = ''
  let endsAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const counts = new Map<string, number>()
  return (address) => {
    if (Date.now() >= endsAt) {
      secret = randomBytes(16).toString('hex')
      endsAt = Date.now() + limit.windowMs
      counts.clear()
      // A late timer would clear the new window.
      clearTimeout(timer)
      timer = setTimeout(() => counts.clear(), limit.windowMs).unref()
    }
    const key = buildClientKey(limit, address, secret)
    const count = (counts.get(key) ?? 0) + 1
    if (count > limit.count || (count === 1 && counts.size >= maxClients)) return false
    counts.set(key, count)
    return true
  }
}
