import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import { inOrganization } from '../db/organization.ts'
import { apiKeys } from '../db/schema/index.ts'
import { hashOf } from '../secret.ts'
import { sharedState } from '../shared-state.ts'
import type { Scope } from './scopes.ts'
import { isKey } from './secret.ts'

/** Whose key it is, and what it may. */
export type KeyOwner = { organizationId: string; keyId: string; scopes: Scope[] }

type OwnerRow = { organization_id: string; key_id: string; scopes: Scope[] }

/** Finds the organization of a key, anew each time, so that one that was revoked opens nothing. */
export async function ownerOfKey(db: Database, key: string): Promise<KeyOwner | undefined> {
  if (!isKey(key)) return undefined
  const [row] = await db.execute<OwnerRow>(sql`select * from organization_of_key(${hashOf(key)})`)
  return row && { organizationId: row.organization_id, keyId: row.key_id, scopes: row.scopes }
}

/** Milliseconds between two notes of when a key was last used. */
const NOTED_EVERY = 60_000

/** When this process last noted the use of a key, so that it need not ask the database each time. */
const noted = sharedState('key-uses', () => new LRUCache<string, number>({ max: 10_000 }))

/** Notes that a key is used, at most once a minute. */
export async function noteUse(db: Database, { organizationId, keyId }: KeyOwner, now = new Date()): Promise<void> {
  const before = now.getTime() - NOTED_EVERY
  if ((noted.get(keyId) ?? Number.NEGATIVE_INFINITY) > before) return
  const isDue = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(before)))
  await inOrganization(db, organizationId, (tx) =>
    tx.db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, keyId), isDue)),
  )
  noted.set(keyId, now.getTime())
}
