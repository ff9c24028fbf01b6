import type { Database } from '../../platform/db/client.ts'
import { buildClientKey, countRequest, type Limit } from '../../platform/http/rate-limit.ts'
import { UNKNOWN_KEY_LIMIT } from './limits.ts'
import { ProblemError } from './problem.ts'

/**
 * Counts a request.
 * @returns RateLimit headers. Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 * @throws {ProblemError} with the same headers, above the limit
 */
async function countRequestFor(
  db: Database,
  policy: 'key' | 'address',
  counterKey: string,
  limit: Limit,
  now: Date,
): Promise<Record<string, string>> {
  const { count, resetsAt } = await countRequest(db, counterKey, limit, now)
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

/**
 * Counts a request of an API key.
 * @returns RateLimit headers
 * @throws {ProblemError} above the limit
 */
export const countKeyRequest = (
  db: Database,
  keyId: string,
  limit: Limit,
  now: Date,
): Promise<Record<string, string>> => countRequestFor(db, 'key', `${limit.name}:${keyId}`, limit, now)

/** Client of a request. The rate limiter hashes the address with `countingSecret` before it stores it. */
export type Client = { address: string; countingSecret: string }

/**
 * Counts a request with an unknown API key.
 * @throws {ProblemError} above the limit
 */
export async function countUnknownKeyRequest(
  db: Database,
  { address, countingSecret }: Client,
  now: Date,
): Promise<void> {
  await countRequestFor(
    db,
    'address',
    buildClientKey(UNKNOWN_KEY_LIMIT, address, countingSecret),
    UNKNOWN_KEY_LIMIT,
    now,
  )
}
