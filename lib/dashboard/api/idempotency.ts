import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { idempotentRequests } from '../schema/keys.ts'
import { hashText } from '../../platform/crypto/secret.ts'
import { IDEMPOTENCY_TTL_MS } from './limits.ts'
import { ProblemError } from './problem.ts'

/** Header name. Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7E]{1,255}$/

export type StoredResponse = { status: number; body: unknown }

export type IdempotentRequest = {
  /** API key id. Two API keys may use the same idempotency key. */
  keyId: string
  idempotencyKey: string
  method: string
  path: string
  body: string
}

export function parseIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get(IDEMPOTENCY_HEADER)
  if (key === null) return undefined
  if (IDEMPOTENCY_KEY_PATTERN.test(key)) return key
  const detail = `${IDEMPOTENCY_HEADER} must be 1 to 255 visible ASCII characters.`
  throw new ProblemError('malformed', detail, { errors: [{ detail, header: IDEMPOTENCY_HEADER }] })
}

/**
 * Deletes the expired response of this request, then other expired rows that no transaction has locked. The order
 * prevents deadlocks.
 */
async function deleteExpired(
  { db, organizationId }: OrganizationTransaction,
  request: IdempotentRequest,
  expiredBefore: Date,
): Promise<void> {
  const { keyId, idempotencyKey } = idempotentRequests
  const isExpired = and(
    eq(idempotentRequests.organizationId, organizationId),
    lt(idempotentRequests.createdAt, expiredBefore),
  )
  await db
    .delete(idempotentRequests)
    .where(and(isExpired, eq(keyId, request.keyId), eq(idempotencyKey, request.idempotencyKey)))
  const unlockedRows = db
    .select({ keyId, idempotencyKey })
    .from(idempotentRequests)
    .where(isExpired)
    .for('update', { skipLocked: true })
  await db.delete(idempotentRequests).where(and(isExpired, sql`(${keyId}, ${idempotencyKey}) in ${unlockedRows}`))
}

/**
 * Runs the work once per idempotency key. The work and its stored response share one transaction. Errors are not
 * stored, so a corrected request may use the same key.
 * @throws {ProblemError} if the first request is still running, or if the key was used for a different request
 */
export async function runIdempotent(
  tx: OrganizationTransaction,
  request: IdempotentRequest,
  now: Date,
  handle: () => Promise<StoredResponse>,
): Promise<StoredResponse & { isReplayed: boolean }> {
  const { db, organizationId } = tx
  const { keyId, idempotencyKey } = request
  const lock = JSON.stringify([organizationId, keyId, idempotencyKey])
  const [lockRow] = await db.execute<{ is_free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as is_free`,
  )
  if (!lockRow?.is_free) {
    throw new ProblemError('in-progress', `The first request with this ${IDEMPOTENCY_HEADER} is still in progress.`, {
      headers: { 'Retry-After': '1' },
    })
  }
  const oldestAllowed = new Date(now.getTime() - IDEMPOTENCY_TTL_MS)
  const [storedRow] = await db
    .select()
    .from(idempotentRequests)
    .where(
      and(
        eq(idempotentRequests.organizationId, organizationId),
        eq(idempotentRequests.keyId, keyId),
        eq(idempotentRequests.idempotencyKey, idempotencyKey),
        gte(idempotentRequests.createdAt, oldestAllowed),
      ),
    )
  const requestHash = hashText(`${request.method} ${request.path}\n${request.body}`)
  if (storedRow && storedRow.requestHash !== requestHash) {
    throw new ProblemError('key-reused', `This ${IDEMPOTENCY_HEADER} was used for a different request. Use a new one.`)
  }
  if (storedRow?.status) return { status: storedRow.status, body: storedRow.body, isReplayed: true }
  await deleteExpired(tx, request, oldestAllowed)
  const response = await handle()
  await db
    .insert(idempotentRequests)
    .values({ organizationId, keyId, idempotencyKey, requestHash, ...response, createdAt: now })
  return { ...response, isReplayed: false }
}
