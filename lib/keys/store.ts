import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { asJson, isRowId } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { apiKeys } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { hashOf } from '../secret.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { type KeyInput, type KeyList, type KeyRecord, type MadeKey, MAX_KEYS } from './input.ts'
import type { Scope } from './scopes.ts'
import { makeKey } from './secret.ts'

/** Thrown when an organization has as many keys as it may have. */
export class TooManyKeysError extends Error {
  constructor() {
    super(`There are ${MAX_KEYS} keys in use: revoke one that is not needed any more`)
    this.name = 'TooManyKeysError'
  }
}

/** Keys that are shown: all that are in use, and the last ones that were revoked. */
const SHOWN = 100

type KeyRow = typeof apiKeys.$inferSelect

const recordOf = ({ hash: _hash, organizationId: _organizationId, ...key }: KeyRow): KeyRecord => ({
  ...asJson(key),
  scopes: key.scopes as Scope[],
})

/** The keys of the organization, those in use first and the latest of each before the others. */
export async function listKeys({ db, organizationId }: OrganizationTransaction): Promise<KeyRecord[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(sql`${apiKeys.revokedAt} desc nulls first`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(SHOWN)
  return rows.map(recordOf)
}

/** What the page of the keys shows. */
export const readKeys = async (tx: OrganizationTransaction): Promise<KeyList> => ({
  keys: await listKeys(tx),
  timeZone: await timeZoneOf(tx),
})

/**
 * Makes a key.
 * @returns with the key itself, which is stored nowhere: it can be shown now and never again
 * @throws {TooManyKeysError}
 */
export async function createKey(
  tx: OrganizationTransaction,
  actor: Actor & { kind: 'person' },
  { name, scopes }: KeyInput,
): Promise<MadeKey> {
  const { db, organizationId } = tx
  const inUse = and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt))
  const [used] = await db.select({ keys: count() }).from(apiKeys).where(inUse)
  if (used && used.keys >= MAX_KEYS) throw new TooManyKeysError()
  const key = makeKey()
  const [row] = await db
    .insert(apiKeys)
    .values({ organizationId, name, ending: key.slice(-4), hash: hashOf(key), scopes, createdById: actor.id })
    .returning()
  if (!row) throw new Error('A key was not stored')
  await recordEvent(tx, actor, { action: 'key.created', subjectId: row.id, details: { scopes } })
  return { key, record: recordOf(row) }
}

/** Revokes a key: from now on it opens nothing. @returns undefined when there is no such key */
export async function revokeKey(tx: OrganizationTransaction, actor: Actor, id: string): Promise<KeyRecord | undefined> {
  if (!isRowId(id)) return undefined
  const { db, organizationId } = tx
  const own = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id))
  const [revoked] = await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(own, isNull(apiKeys.revokedAt)))
    .returning()
  if (revoked) await recordEvent(tx, actor, { action: 'key.revoked', subjectId: id })
  const [row] = revoked ? [revoked] : await db.select().from(apiKeys).where(own)
  return row && recordOf(row)
}
