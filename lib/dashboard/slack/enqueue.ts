import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'

/** Enqueues a Slack message if the company has chosen this event. */
export async function enqueueSlackMessages(
  _tx: OrganizationTransaction,
  _event: WebhookEvent,
  _recordId: string,
): Promise<void> {}
