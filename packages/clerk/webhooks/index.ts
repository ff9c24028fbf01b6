import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { createDeliverer } from './deliverer.ts'
import { eventPayload } from './payload.ts'
import { openQueue } from './queue.ts'

/**
 * Queues webhooks for events, in the transaction of the change, and delivers them until closed. What an earlier process did not deliver is
 * sent at once.
 */
export function startWebhooks(
  services: Services,
  endpoints: readonly WebhookEndpoint[],
): { close: () => Promise<void> } {
  const { store, events } = services
  const queue = openQueue(store.db)
  const deliverer = createDeliverer({ endpoints, queue, atomically: store.transaction })
  events.listen((event) => {
    const wanted = endpoints.filter((endpoint) => endpoint.events?.includes(event.type) ?? true)
    if (wanted.length === 0) return
    const message = {
      id: newId('message'),
      type: event.type,
      payload: eventPayload(services, event),
      createdAt: Date.now(),
    }
    for (const { url } of wanted) queue.add({ ...message, endpoint: url })
    store.onCommit(deliverer.start)
  })
  store.transaction(() =>
    queue.resume(
      endpoints.map(({ url }) => url),
      Date.now(),
    ),
  )
  deliverer.start()
  return { close: deliverer.close }
}
