import { and, asc, eq, sql } from 'drizzle-orm'
import { addHours } from 'date-fns'
import { isRowId, toJson, type UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { recordEvent, recordEvents } from '../events/record.ts'
import type { EncryptionKey } from '../integrations/environment.ts'
import type { Actor } from '../model/event.ts'
import { webhookEndpoints } from '../schema/webhooks.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import {
  type EndpointChange,
  type EndpointInput,
  type EndpointList,
  type EndpointRecord,
  type IssuedEndpoint,
  MAX_ENDPOINTS,
  SECRET_OVERLAP_HOURS,
} from './input.ts'
import { restartPendingDeliveries } from './pending.ts'
import { generateEndpointSecret, sealEndpointSecret } from './secrets.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect

type EndpointKind = EndpointRow['kind']

/** Limit per kind. Each Zap subscribes a separate hook. */
const MAX_BY_KIND: Record<EndpointKind, number> = { webhook: MAX_ENDPOINTS, zapier: 100 }

export class TooManyEndpointsError extends Error {
  constructor(kind: EndpointKind) {
    super(
      kind === 'webhook'
        ? `You already have ${MAX_ENDPOINTS} endpoints. Delete one you no longer need`
        : `This company already has ${MAX_BY_KIND.zapier} Zaps. Turn off one you no longer need`,
    )
    this.name = 'TooManyEndpointsError'
  }
}

export const toEndpointRecord = ({
  organizationId: _organizationId,
  secret: _secret,
  previousSecret: _previousSecret,
  failures: _failures,
  retryAt: _retryAt,
  previousSecretEndsAt,
  ...endpoint
}: EndpointRow): EndpointRecord => ({
  ...toJson(endpoint),
  previousSecretEndsAt:
    previousSecretEndsAt && previousSecretEndsAt > new Date() ? previousSecretEndsAt.toISOString() : null,
})

export const matchesEndpoint = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.id, id))

/** Lists endpoints and Zapier hooks, oldest first. */
export async function listEndpoints({ db, organizationId }: OrganizationTransaction): Promise<EndpointRecord[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.organizationId, organizationId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(toEndpointRecord)
}

export const readEndpoints = async (tx: OrganizationTransaction): Promise<EndpointList> => ({
  endpoints: await listEndpoints(tx),
  timeZone: await getTimeZone(tx),
})

/** Returns undefined if the id is unknown or malformed. */
export async function findEndpoint(tx: OrganizationTransaction, id: string): Promise<EndpointRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select().from(webhookEndpoints).where(matchesEndpoint(tx, id))
  return row
}

/** `SELECT … FOR UPDATE`: locks the endpoint until the transaction ends. */
export async function lockEndpoint(tx: OrganizationTransaction, id: string): Promise<EndpointRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select().from(webhookEndpoints).where(matchesEndpoint(tx, id)).for('update')
  return row
}

export async function updateEndpoint(
  tx: OrganizationTransaction,
  id: string,
  values: Partial<EndpointRow>,
): Promise<EndpointRow> {
  const [row] = await tx.db.update(webhookEndpoints).set(values).where(matchesEndpoint(tx, id)).returning()
  if (!row) throw new Error('No row returned for the locked endpoint')
  return row
}

const BUMPED_VERSION = {
  version: sql`${webhookEndpoints.version} + 1` as unknown as number,
  updatedAt: sql`now()` as unknown as Date,
}

type NewEndpoint = EndpointInput & {
  kind?: EndpointKind
  /** API key that subscribes a Zapier hook. */
  apiKeyId?: string
}

/**
 * Creates an endpoint or a Zapier hook.
 * @returns the record and the signing secret, which no other function returns
 * @throws {TooManyEndpointsError}
 * @throws {SealError} if there are no encryption keys
 */
export async function createEndpoint(
  tx: OrganizationTransaction,
  actor: Actor,
  { url, name, events, kind = 'webhook', apiKeyId }: NewEndpoint,
  keys: EncryptionKey[],
): Promise<IssuedEndpoint> {
  const { db, organizationId } = tx
  const matchesKind = and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.kind, kind))
  // Concurrent requests must not exceed the limit.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${organizationId}`}, 0))`)
  if ((await db.$count(webhookEndpoints, matchesKind)) >= MAX_BY_KIND[kind]) throw new TooManyEndpointsError(kind)
  const secret = generateEndpointSecret()
  const [row] = await db
    .insert(webhookEndpoints)
    .values({
      organizationId,
      kind,
      url,
      name,
      events,
      secret: await sealEndpointSecret(keys, organizationId, secret),
      apiKeyId: apiKeyId ?? null,
      createdById: actor.kind === 'person' ? actor.id : null,
    })
    .returning()
  if (!row) throw new Error('An endpoint was not stored')
  const action = kind === 'zapier' ? 'hook.subscribed' : 'webhook.created'
  await recordEvent(tx, actor, { action, subjectId: row.id, details: { events } })
  return { secret, record: toEndpointRecord(row) }
}

/**
 * Changes, pauses or resumes an endpoint. Resuming sends the pending deliveries.
 * @returns undefined if the endpoint is unknown
 */
export async function changeEndpoint(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  { version, isPaused, ...change }: EndpointChange,
  now = new Date(),
): Promise<UpdateResult<EndpointRecord>> {
  const before = await lockEndpoint(tx, id)
  if (!before || before.kind !== 'webhook') return undefined
  if (before.version !== version) return { conflict: toEndpointRecord(before) }
  const fields = (['url', 'name', 'events'] as const).filter(
    (field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(before[field]),
  )
  const isPausing = isPaused === true && !before.pausedAt
  const isResuming = isPaused === false && before.pausedAt !== null
  if (fields.length === 0 && !isPausing && !isResuming) return { changed: toEndpointRecord(before) }
  const isHealthReset = isResuming || fields.includes('url')
  const row = await updateEndpoint(tx, id, {
    ...Object.fromEntries(fields.map((field) => [field, change[field]])),
    ...(isPausing && { pausedAt: now, pauseReason: 'user' }),
    ...(isResuming && { pausedAt: null, pauseReason: null }),
    ...(isHealthReset && { failingSince: null, failures: 0, retryAt: null }),
    ...BUMPED_VERSION,
  })
  if (isHealthReset && !row.pausedAt) await restartPendingDeliveries(tx, id, now)
  await recordEvents(tx, actor, [
    ...(fields.length > 0 ? [{ action: 'webhook.changed' as const, subjectId: id, details: { fields } }] : []),
    ...(isPausing ? [{ action: 'webhook.paused' as const, subjectId: id }] : []),
    ...(isResuming ? [{ action: 'webhook.resumed' as const, subjectId: id }] : []),
  ])
  return { changed: toEndpointRecord(row) }
}

/**
 * Replaces the signing secret. Requests are also signed with the former one for `SECRET_OVERLAP_HOURS`.
 * @returns undefined if the endpoint is unknown
 */
export async function rotateEndpointSecret(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  keys: EncryptionKey[],
  now = new Date(),
): Promise<IssuedEndpoint | undefined> {
  const before = await lockEndpoint(tx, id)
  if (!before || before.kind !== 'webhook') return undefined
  const secret = generateEndpointSecret()
  const row = await updateEndpoint(tx, id, {
    secret: await sealEndpointSecret(keys, tx.organizationId, secret),
    previousSecret: before.secret,
    previousSecretEndsAt: addHours(now, SECRET_OVERLAP_HOURS),
    ...BUMPED_VERSION,
  })
  await recordEvent(tx, actor, { action: 'webhook.rotated', subjectId: id })
  return { secret, record: toEndpointRecord(row) }
}

/**
 * Deletes an endpoint with its delivery log. An API key can delete only its own hooks.
 * @returns whether it existed
 */
export async function deleteEndpoint(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  { kind = 'webhook', apiKeyId }: { kind?: EndpointKind; apiKeyId?: string } = {},
): Promise<boolean> {
  if (!isRowId(id)) return false
  const matchesKey = apiKeyId === undefined ? undefined : eq(webhookEndpoints.apiKeyId, apiKeyId)
  const [deleted] = await tx.db
    .delete(webhookEndpoints)
    .where(and(matchesEndpoint(tx, id), eq(webhookEndpoints.kind, kind), matchesKey))
    .returning({ id: webhookEndpoints.id })
  if (!deleted) return false
  const action = kind === 'zapier' ? 'hook.unsubscribed' : 'webhook.deleted'
  await recordEvent(tx, actor, { action, subjectId: id })
  return true
}

/** Deletes the hooks that an API key subscribed, after the key was revoked. */
export async function deleteEndpointsOfKey(tx: OrganizationTransaction, actor: Actor, apiKeyId: string): Promise<void> {
  const { db, organizationId } = tx
  const deleted = await db
    .delete(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.apiKeyId, apiKeyId)))
    .returning({ id: webhookEndpoints.id })
  const events = deleted.map(({ id }) => ({ action: 'hook.unsubscribed' as const, subjectId: id }))
  await recordEvents(tx, actor, events)
}
