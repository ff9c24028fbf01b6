import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'
import { enqueueSlackMessages } from '../slack/enqueue.ts'
import { enqueueWebhooks } from '../webhooks/enqueue.ts'

/** Call, lead or appointment in the shape of the public API. */
export type PublishedRecord = { id: string; isTest: boolean }

/**
 * Publishes an event to webhooks, Zapier and Slack in the transaction of the change. Test records are not published.
 * @param record record after the change
 */
export async function publishEvent(
  tx: OrganizationTransaction,
  event: WebhookEvent,
  record: PublishedRecord,
): Promise<void> {
  if (record.isTest) return
  await enqueueWebhooks(tx, event, record)
  await enqueueSlackMessages(tx, event, record.id)
}
