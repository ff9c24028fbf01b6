import type { Database } from '../db/client.ts'
import { clientKey, countRequest, type Limit } from '../http/rate-limit.ts'
import { UNKNOWN_KEY_LIMIT } from './limits.ts'
import { ProblemError } from './problem.ts'

/**
 * Counts a request, in fixed windows.
 * @param policy whose requests are counted, as the headers name it
 * @returns headers for its answer. Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 * @throws {ProblemError} with the same headers when there were too many
 */
async function countFor(
  db: Database,
  policy: 'key' | 'address',
  counted: string,
  limit: Limit,
  now: Date,
): Promise<Record<string, string>> {
  const { count, resetsAt } = await countRequest(db, counted, limit, now)
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  const headers = {
    'RateLimit-Policy': `"${policy}";q=${limit.count};w=${limit.windowMs / 1000}`,
    RateLimit: `"${policy}";r=${Math.max(0, limit.count - count)};t=${seconds}`,
  }
  if (count <= limit.count) return headers
  throw new ProblemError('too-many-requests', `Send the next request in ${seconds} seconds.`, {
    headers: { ...headers, 'Retry-After': String(seconds) },
  })
}

/** Counts a request of a key. @returns headers for its answer @throws {ProblemError} when there were too many */
export const countForKey = (db: Database, keyId: string, limit: Limit, now: Date): Promise<Record<string, string>> =>
  countFor(db, 'key', `${limit.name}:${keyId}`, limit, now)

/** Who sends a request, and what hides their address where it is counted. */
export type Client = { address: string; countingSecret: string }

/** Counts a request whose key nobody has, of its client. @throws {ProblemError} when there were too many */
export async function countUnknownKey(db: Database, { address, countingSecret }: Client, now: Date): Promise<void> {
  await countFor(db, 'address', clientKey(UNKNOWN_KEY_LIMIT, address, countingSecret), UNKNOWN_KEY_LIMIT, now)
}
