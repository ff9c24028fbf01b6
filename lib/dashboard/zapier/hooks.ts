import { and, arrayContained, arrayContains, eq, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { EncryptionKey } from '../integrations/environment.ts'
import type { Actor } from '../model/event.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'
import { webhookEndpoints } from '../schema/webhooks.ts'
import type { EndpointRecord } from '../webhooks/input.ts'
import { createEndpoint, deleteEndpoint, toEndpointRecord } from '../webhooks/repository.ts'
import type { HookInput, HookRecord } from './input.ts'

/** Hooks have exactly one event. */
const toHookRecord = ({ id, url, events, createdAt }: EndpointRecord): HookRecord => ({
  id,
  hookUrl: url,
  event: events[0] as WebhookEvent,
  createdAt,
})

const matchesKey = ({ organizationId }: OrganizationTransaction, apiKeyId: string) =>
  and(
    eq(webhookEndpoints.organizationId, organizationId),
    eq(webhookEndpoints.kind, 'zapier'),
    eq(webhookEndpoints.apiKeyId, apiKeyId),
  )

/** Lists the hooks that a key has subscribed, oldest first. */
export async function listHooks(tx: OrganizationTransaction, apiKeyId: string): Promise<HookRecord[]> {
  const rows = await tx.db
    .select()
    .from(webhookEndpoints)
    .where(matchesKey(tx, apiKeyId))
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
  return rows.map((row) => toHookRecord(toEndpointRecord(row)))
}

/**
 * Subscribes a hook. A repeated subscription of the same URL and event returns the stored hook. A paused hook is
 * replaced, because the Zap was turned on again.
 * @throws {TooManyEndpointsError}
 * @throws {SealError} if there are no encryption keys
 */
export async function subscribeHook(
  tx: OrganizationTransaction,
  actor: Actor & { kind: 'key' },
  { hookUrl, event }: HookInput,
  keys: EncryptionKey[],
): Promise<{ hook: HookRecord; isNew: boolean }> {
  const { db, organizationId } = tx
  // The same lock as in `createEndpoint`. Concurrent requests must not subscribe the URL twice.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${organizationId}`}, 0))`)
  const { url, events } = webhookEndpoints
  const isSame = and(eq(url, hookUrl), arrayContains(events, [event]), arrayContained(events, [event]))
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(matchesKey(tx, actor.id), isSame))
  if (row && !row.pausedAt) return { hook: toHookRecord(toEndpointRecord(row)), isNew: false }
  if (row) await unsubscribeHook(tx, actor, row.id)
  const hook = { url: hookUrl, name: '', events: [event], apiKeyId: actor.id }
  const { record } = await createEndpoint(tx, actor, { ...hook, kind: 'zapier' }, keys)
  return { hook: toHookRecord(record), isNew: true }
}

/** Unsubscribes a hook of this key. Returns whether it existed. */
export const unsubscribeHook = (
  tx: OrganizationTransaction,
  actor: Actor & { kind: 'key' },
  id: string,
): Promise<boolean> => deleteEndpoint(tx, actor, id, { kind: 'zapier', apiKeyId: actor.id })
