import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { apiKeys } from '../schema/keys.ts'
import { hashText } from '../../platform/crypto/secret.ts'
import { getSharedState } from '../../platform/process/shared-state.ts'
import type { Scope } from '../../platform/auth/scopes.ts'
import { isKey } from './secret.ts'

export type KeyOwner = { organizationId: string; keyId: string; scopes: Scope[] }

type OwnerRow = { organization_id: string; key_id: string; scopes: Scope[] }

/** Finds the owner of an API key. The result is not cached, so a revoked key stops working immediately. */
export async function findKeyOwner(db: Database, key: string): Promise<KeyOwner | undefined> {
  if (!isKey(key)) return undefined
  const [row] = await db.execute<OwnerRow>(sql`select * from organization_of_key(${hashText(key)})`)
  return row && { organizationId: row.organization_id, keyId: row.key_id, scopes: row.scopes }
}

const LAST_USED_UPDATE_INTERVAL_MS = 60_000

/** Time of the last recorded use per key in this process. Avoids a query per request. */
const lastUseTimes = getSharedState('key-uses', () => new LRUCache<string, number>({ max: 10_000 }))

/** Records the use of an API key, at most once a minute. */
export async function recordKeyUse(db: Database, { organizationId, keyId }: KeyOwner, now = new Date()): Promise<void> {
  const staleBefore = now.getTime() - LAST_USED_UPDATE_INTERVAL_MS
  if ((lastUseTimes.get(keyId) ?? Number.NEGATIVE_INFINITY) > staleBefore) return
  const isDue = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(staleBefore)))
  await runInOrganization(db, organizationId, (tx) =>
    tx.db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, keyId), isDue)),
  )
  lastUseTimes.set(keyId, now.getTime())
}
