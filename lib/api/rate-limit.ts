import type { Database } from '../db/client.ts'
import { countRequest, type Limit } from '../http/rate-limit.ts'
import { ProblemError } from './problem.ts'

const POLICY = '"key"'

/**
 * Counts a request of a key, in fixed windows.
 * @returns headers for its answer. Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 * @throws {ProblemError} with the same headers when there were too many
 */
export async function countForKey(
  db: Database,
  keyId: string,
  limit: Limit,
  now: Date,
): Promise<Record<string, string>> {
  const { count, resetsAt } = await countRequest(db, `${limit.name}:${keyId}`, limit, now)
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  const headers = {
    'RateLimit-Policy': `${POLICY};q=${limit.count};w=${limit.windowMs / 1000}`,
    RateLimit: `${POLICY};r=${Math.max(0, limit.count - count)};t=${seconds}`,
  }
  if (count <= limit.count) return headers
  throw new ProblemError('too-many-requests', `Send the next request in ${seconds} seconds.`, {
    headers: { ...headers, 'Retry-After': String(seconds) },
  })
}
