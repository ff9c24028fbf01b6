import { addHours } from 'date-fns'
import { and, asc, eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueueAgain } from '../../platform/jobs/queue.ts'
import { webhookDeliveries } from '../schema/webhooks.ts'

/** A delivery fails for good at its first failed attempt after this time. */
const DELIVERY_HOURS = 24

/**
 * Enqueues the job of a delivery, or restarts it. Each delivery has one job, whose key is the id of the delivery.
 * @param dueAt no earlier than the end of the endpoint's backoff
 */
export const enqueueDelivery = (
  tx: OrganizationTransaction,
  { id, endpointId }: { id: string; endpointId: string },
  dueAt: Date,
): Promise<void> =>
  enqueueAgain(tx, {
    kind: 'webhook-delivery',
    onceKey: id,
    lane: endpointId,
    details: { deliveryId: id, endsAt: addHours(dueAt, DELIVERY_HOURS).getTime() },
    dueAt,
  })

/** Sends the pending deliveries of an endpoint again, oldest first. */
export async function restartPendingDeliveries(
  tx: OrganizationTransaction,
  endpointId: string,
  now: Date,
): Promise<void> {
  const rows = await tx.db
    .select({ id: webhookDeliveries.id, endpointId: webhookDeliveries.endpointId })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.organizationId, tx.organizationId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, 'pending'),
      ),
    )
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
  for (const row of rows) await enqueueDelivery(tx, row, now)
}
