import { createHmac } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { rateLimits } from './schema.ts'
import { getClientNetwork } from './ip-address.ts'

export type Limit = { name: string; count: number; windowMs: number }

/** Returns a keyed hash. The address cannot be recovered without the secret. */
export const buildClientKey = (limit: Limit, address: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${limit.name}:${getClientNetwork(address)}`)
    .digest('base64url')

/** Counts a request in one atomic statement, which is safe across processes. */
export async function countRequest(
  db: Database,
  key: string,
  limit: Limit,
  now: Date,
): Promise<{ count: number; resetsAt: Date }> {
  const resetsAt = new Date(now.getTime() + limit.windowMs)
  const isExpired = sql`${rateLimits.resetsAt} < ${now.toISOString()}::timestamptz`
  const [window] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isExpired} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${isExpired} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning()
  return window ?? { count: 1, resetsAt }
}

/** Number of rows per deletion. It is small, so that few rows are locked at a time. */
const CLEANUP_BATCH_SIZE = 1_000

/** Deletes expired windows in batches. Skips locked rows. */
export async function deleteExpiredLimits(db: Database, now: Date): Promise<number> {
  const expired = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.resetsAt, now))
    .limit(CLEANUP_BATCH_SIZE)
    .for('update', { skipLocked: true })
  for (let total = 0; ;) {
    const rows = await db.delete(rateLimits).where(inArray(rateLimits.key, expired)).returning({ key: rateLimits.key })
    total += rows.length
    if (rows.length < CLEANUP_BATCH_SIZE) return total
  }
}

/** Counts a request. Returns 0 if it is allowed, otherwise the milliseconds until the next request is allowed. */
export async function consumeRateLimit(db: Database, key: string, limit: Limit, now = new Date()): Promise<number> {
  const { count, resetsAt } = await countRequest(db, key, limit, now)
  return count <= limit.count ? 0 : Math.max(1, resetsAt.getTime() - now.getTime())
}
