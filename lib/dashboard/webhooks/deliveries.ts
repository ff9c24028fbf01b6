import { and, desc, eq, inArray, lt, ne, not, exists, sql } from 'drizzle-orm'
import { subDays } from 'date-fns'
import { isRowId, toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { recordEvent } from '../events/record.ts'
import type { Actor } from '../model/event.ts'
import { webhookDeliveries, webhookMessages } from '../schema/webhooks.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { type DeliveryLog, type DeliveryRecord, MAX_LOGGED_DELIVERIES } from './input.ts'
import { buildPayload, type WebhookPayload } from './payload.ts'
import { enqueueDelivery } from './pending.ts'
import { findEndpoint, lockEndpoint, toEndpointRecord, updateEndpoint } from './repository.ts'
import { isSuccess, type Outcome } from './send.ts'

const matchesDelivery = ({ organizationId }: OrganizationTransaction, endpointId: string, id: string) =>
  and(
    eq(webhookDeliveries.organizationId, organizationId),
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.id, id),
  )

const RECORD_COLUMNS = {
  id: webhookDeliveries.id,
  messageId: webhookDeliveries.messageId,
  event: webhookMessages.event,
  subjectId: webhookMessages.subjectId,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  status: webhookDeliveries.status,
  error: webhookDeliveries.error,
  durationMs: webhookDeliveries.durationMs,
  response: webhookDeliveries.response,
  attemptedAt: webhookDeliveries.attemptedAt,
  createdAt: webhookDeliveries.createdAt,
}

/** Returns the latest deliveries of an endpoint, newest first; undefined if the endpoint is unknown. */
export async function readDeliveries(
  tx: OrganizationTransaction,
  endpointId: string,
): Promise<DeliveryLog | undefined> {
  const { db, organizationId } = tx
  const endpoint = await findEndpoint(tx, endpointId)
  if (!endpoint) return undefined
  const rows = await db
    .select({ ...RECORD_COLUMNS, dueAt: jobs.dueAt })
    .from(webhookDeliveries)
    .innerJoin(
      webhookMessages,
      and(eq(webhookMessages.organizationId, organizationId), eq(webhookMessages.id, webhookDeliveries.messageId)),
    )
    .leftJoin(
      jobs,
      and(
        eq(jobs.organizationId, organizationId),
        eq(jobs.kind, 'webhook-delivery'),
        eq(jobs.onceKey, sql`${webhookDeliveries.id}::text`),
      ),
    )
    .where(and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.endpointId, endpointId)))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(MAX_LOGGED_DELIVERIES)
  const deliveries = rows.map(({ dueAt, ...row }): DeliveryRecord => {
    const isPlanned = row.state === 'pending' && !endpoint.pausedAt
    return { ...toJson(row), nextAttemptAt: isPlanned && dueAt ? dueAt.toISOString() : null }
  })
  return { endpoint: toEndpointRecord(endpoint), deliveries, timeZone: await getTimeZone(tx) }
}

/** Stores a test event, which is not sent yet. */
export async function createTestMessage(
  { db, organizationId }: OrganizationTransaction,
  now: Date,
): Promise<{ id: string; payload: WebhookPayload }> {
  const payload = buildPayload('test', now, { message: 'This is a test event. It contains no customer data.' })
  const [message] = await db
    .insert(webhookMessages)
    .values({ organizationId, event: 'test', payload })
    .returning({ id: webhookMessages.id })
  if (!message) throw new Error('A webhook message was not stored')
  return { id: message.id, payload }
}

/** Stores the outcome of a test event. Test events are sent once and do not change the state of the endpoint. */
export async function recordTest(
  tx: OrganizationTransaction,
  actor: Actor,
  { endpointId, messageId, outcome, now }: { endpointId: string; messageId: string; outcome: Outcome; now: Date },
): Promise<DeliveryRecord | undefined> {
  const { db, organizationId } = tx
  if (!(await lockEndpoint(tx, endpointId))) return undefined
  const state = isSuccess(outcome) ? 'delivered' : 'failed'
  const [row] = await db
    .insert(webhookDeliveries)
    .values({ organizationId, endpointId, messageId, state, attempts: 1, attemptedAt: now, ...outcome })
    .returning()
  if (!row) throw new Error('A delivery was not stored')
  await recordEvent(tx, actor, { action: 'webhook.tested', subjectId: endpointId, details: { state } })
  const { organizationId: _organizationId, endpointId: _endpointId, ...delivery } = row
  return { ...toJson(delivery), event: 'test', subjectId: null, nextAttemptAt: null }
}

/**
 * Sends an event again, with the same `webhook-id`. A pending delivery is attempted now.
 * @returns `paused` if the endpoint is paused; undefined if the delivery is unknown
 */
export async function resendDelivery(
  tx: OrganizationTransaction,
  actor: Actor,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
  now = new Date(),
): Promise<'paused' | 'enqueued' | undefined> {
  const { db, organizationId } = tx
  if (!isRowId(deliveryId)) return undefined
  const endpoint = await lockEndpoint(tx, endpointId)
  const [delivery] = await db
    .select()
    .from(webhookDeliveries)
    .where(matchesDelivery(tx, endpointId, deliveryId))
  if (!endpoint || !delivery) return undefined
  if (endpoint.pausedAt) return 'paused'
  const { messageId } = delivery
  const [pending] =
    delivery.state === 'pending'
      ? [delivery]
      : await db.insert(webhookDeliveries).values({ organizationId, endpointId, messageId }).returning()
  if (!pending) throw new Error('A delivery was not stored')
  if (endpoint.retryAt) await updateEndpoint(tx, endpointId, { retryAt: null })
  await enqueueDelivery(tx, pending, now)
  await recordEvent(tx, actor, { action: 'webhook.resent', subjectId: endpointId })
  return 'enqueued'
}

/** Deletes the payloads about calls, leads or appointments, including those that are not sent yet. */
export async function deleteMessagesAbout(
  { db, organizationId }: OrganizationTransaction,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  await db
    .delete(webhookMessages)
    .where(and(eq(webhookMessages.organizationId, organizationId), inArray(webhookMessages.subjectId, [...subjectIds])))
}

const MESSAGE_RETENTION_DAYS = 30

/** Deletes messages after 30 days, and finished deliveries that the logs no longer show. */
export async function deleteOldMessages({ db, organizationId }: OrganizationTransaction, now: Date): Promise<void> {
  const ofOrganization = eq(webhookMessages.organizationId, organizationId)
  await db
    .delete(webhookMessages)
    .where(and(ofOrganization, lt(webhookMessages.createdAt, subDays(now, MESSAGE_RETENTION_DAYS))))
  const ranked = db
    .select({
      id: webhookDeliveries.id,
      rank: sql<number>`row_number() over (partition by ${webhookDeliveries.endpointId}
        order by ${webhookDeliveries.createdAt} desc, ${webhookDeliveries.id} desc)`.as('rank'),
    })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.organizationId, organizationId))
    .as('ranked')
  const unlisted = db
    .select({ id: ranked.id })
    .from(ranked)
    .where(sql`${ranked.rank} > ${MAX_LOGGED_DELIVERIES}`)
  await db
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.organizationId, organizationId),
        ne(webhookDeliveries.state, 'pending'),
        inArray(webhookDeliveries.id, unlisted),
      ),
    )
  const deliveriesOfMessage = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.messageId, webhookMessages.id)),
    )
  // The message of a test event has no delivery until the receiver responds.
  const isOld = lt(webhookMessages.createdAt, subDays(now, 1))
  await db.delete(webhookMessages).where(and(ofOrganization, isOld, not(exists(deliveriesOfMessage))))
}
