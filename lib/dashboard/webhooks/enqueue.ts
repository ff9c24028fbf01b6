import { and, arrayContains, eq, isNull } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../schema/webhooks.ts'
import { buildPayload } from './payload.ts'
import { enqueueDelivery } from './pending.ts'

/**
 * Stores the event and enqueues a delivery for each subscribed endpoint.
 * @param record call, lead or appointment in the shape of the public API
 */
export async function enqueueWebhooks(
  tx: OrganizationTransaction,
  event: WebhookEvent,
  record: { id: string },
): Promise<void> {
  const { db, organizationId } = tx
  const endpoints = await db
    .select({ id: webhookEndpoints.id, retryAt: webhookEndpoints.retryAt })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.organizationId, organizationId),
        isNull(webhookEndpoints.pausedAt),
        arrayContains(webhookEndpoints.events, [event]),
      ),
    )
  if (endpoints.length === 0) return
  const now = new Date()
  const [message] = await db
    .insert(webhookMessages)
    .values({ organizationId, event, subjectId: record.id, payload: buildPayload(event, now, record) })
    .returning({ id: webhookMessages.id })
  if (!message) throw new Error('A webhook message was not stored')
  const deliveries = await db
    .insert(webhookDeliveries)
    .values(endpoints.map(({ id }) => ({ organizationId, endpointId: id, messageId: message.id })))
    .returning({ id: webhookDeliveries.id, endpointId: webhookDeliveries.endpointId })
  const retryTimes = new Map(endpoints.map(({ id, retryAt }) => [id, retryAt]))
  for (const delivery of deliveries) {
    const retryAt = retryTimes.get(delivery.endpointId)
    await enqueueDelivery(tx, delivery, retryAt && retryAt > now ? retryAt : now)
  }
}
