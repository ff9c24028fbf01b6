import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { readEndpoints } from './config.ts'
import { createDeliverer } from './deliverer.ts'
import { eventPayload } from './payload.ts'
import { openQueue } from './queue.ts'
import type { WebhookEndpoint } from './types.ts'

export type { WebhookEndpoint } from './types.ts'

/**
 * Queues webhooks for what happens, in the transaction in which it happens, and delivers them until closed. What an earlier process left
 * undelivered goes on at once. Throws for an unusable endpoint.
 */
export function startWebhooks(services: Services, configs: readonly WebhookEndpoint[]): { close: () => Promise<void> } {
  const { store, events } = services
  const endpoints = readEndpoints(configs)
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
    store.onCommit(deliverer.wake)
  })
  store.transaction(() =>
    queue.resume(
      endpoints.map(({ url }) => url),
      Date.now(),
    ),
  )
  deliverer.wake()
  return { close: deliverer.close }
}
