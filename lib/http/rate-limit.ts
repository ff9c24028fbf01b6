import { createHmac } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { rateLimits } from '../db/schema/index.ts'

/** At most `count` requests of one client in each window. */
export type Limit = { name: string; count: number; windowMs: number }

/** The network of an address: an IPv6 customer has a whole /64, which counts as one client. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Key of a client in the database; without the secret the address cannot be found again. */
export const clientKey = (limit: Limit, address: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${limit.name}:${networkOf(address)}`)
    .digest('base64url')

/** Counts a request in the present window, in one statement that several processes may run at once. */
export async function countRequest(
  db: Database,
  key: string,
  limit: Limit,
  now: Date,
): Promise<{ count: number; resetsAt: Date }> {
  const resetsAt = new Date(now.getTime() + limit.windowMs)
  // Deletes windows that are over, so that the table stays small.
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now))
  const [window] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { count: sql`${rateLimits.count} + 1` } })
    .returning()
  return window ?? { count: 1, resetsAt }
}

/**
 * Counts a request.
 * @returns 0 when it is allowed, else the milliseconds until the next one is
 */
export async function consumeRateLimit(db: Database, key: string, limit: Limit, now = new Date()): Promise<number> {
  const { count, resetsAt } = await countRequest(db, key, limit, now)
  return count <= limit.count ? 0 : Math.max(1, resetsAt.getTime() - now.getTime())
}
