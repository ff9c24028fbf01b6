import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { toJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { apiKeys } from '../schema/keys.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { hashText } from '../../platform/crypto/secret.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { deleteEndpointsOfKey } from '../webhooks/repository.ts'
import { type KeyInput, type KeyList, type KeyRecord, type CreatedKey, MAX_KEYS } from './input.ts'
import type { Scope } from '../../platform/auth/scopes.ts'
import { generateKey } from './secret.ts'

export class TooManyKeysError extends Error {
  constructor() {
    super(`You already have ${MAX_KEYS} active keys. Revoke one you no longer need`)
    this.name = 'TooManyKeysError'
  }
}

const MAX_LISTED_KEYS = 100

type KeyRow = typeof apiKeys.$inferSelect

const toKeyRecord = ({ hash: _hash, organizationId: _organizationId, ...key }: KeyRow): KeyRecord => ({
  ...toJson(key),
  scopes: key.scopes as Scope[],
})

/** Lists API keys: active keys first, then newest first. */
export async function listKeys({ db, organizationId }: OrganizationTransaction): Promise<KeyRecord[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(sql`${apiKeys.revokedAt} desc nulls first`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(MAX_LISTED_KEYS)
  return rows.map(toKeyRecord)
}

export const readKeys = async (tx: OrganizationTransaction): Promise<KeyList> => ({
  keys: await listKeys(tx),
  timeZone: await getTimeZone(tx),
})

/**
 * Creates an API key.
 * @returns the record and the key, which cannot be read again
 * @throws {TooManyKeysError}
 */
export async function createKey(
  tx: OrganizationTransaction,
  actor: Actor & { kind: 'person' },
  { name, scopes }: KeyInput,
): Promise<CreatedKey> {
  const { db, organizationId } = tx
  const isActiveKey = and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt))
  if ((await db.$count(apiKeys, isActiveKey)) >= MAX_KEYS) throw new TooManyKeysError()
  const key = generateKey()
  const [row] = await db
    .insert(apiKeys)
    .values({ organizationId, name, ending: key.slice(-4), hash: hashText(key), scopes, createdById: actor.id })
    .returning()
  if (!row) throw new Error('A key was not stored')
  await recordEvent(tx, actor, { action: 'key.created', subjectId: row.id, details: { scopes } })
  return { key, record: toKeyRecord(row) }
}

export async function revokeKey(tx: OrganizationTransaction, actor: Actor, id: string): Promise<KeyRecord | undefined> {
  if (!isRowId(id)) return undefined
  const { db, organizationId } = tx
  const isSameKey = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id))
  const [revokedRow] = await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(isSameKey, isNull(apiKeys.revokedAt)))
    .returning()
  if (revokedRow) {
    await recordEvent(tx, actor, { action: 'key.revoked', subjectId: id })
    await deleteEndpointsOfKey(tx, actor, id)
  }
  const [row] = revokedRow ? [revokedRow] : await db.select().from(apiKeys).where(isSameKey)
  return row && toKeyRecord(row)
}
