import { openWebhookQueue, type WebhookQueue } from '../../local-server/index.ts'
import type { Store } from '../store/store.ts'

/** What the delivery log says of a message besides its tries. */
export type MessageDetails = { type: string }

/**
 * The queue of webhooks, in the file of the store: an event is queued exactly when its change is committed. What was sent is
 * erased, because it contains names and addresses.
 */
export const openQueue = ({ db, transaction }: Store): WebhookQueue<MessageDetails> =>
  openWebhookQueue({ db, transaction, keepsPayloads: false })
