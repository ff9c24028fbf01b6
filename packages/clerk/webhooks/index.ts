import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { createClerkDelivery } from './delivery.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { eventPayload } from './payload.ts'
import { openQueue } from './queue.ts'

/** Messages of an endpoint leave one after another. */
const ONLY_LANE = 'events'

/**
 * Queues webhooks for events, in the transaction of the change, and delivers them until closed. What an earlier process did not deliver is
 * sent at once.
 */
export function startWebhooks(
  services: Services,
  endpoints: readonly WebhookEndpoint[],
): { close: () => Promise<void> } {
  const { store, events } = services
  const queue = openQueue(store)
  const delivery = createClerkDelivery(endpoints, queue)
  events.listen((event) => {
    const wanted = endpoints.filter((endpoint) => endpoint.events?.includes(event.type) ?? true)
    if (wanted.length === 0) return
    const message = {
      id: newId('message'),
      lane: ONLY_LANE,
      details: { type: event.type },
      payload: eventPayload(services, event),
      createdAt: Date.now(),
    }
    const queued = queue.add(wanted.map(({ url }) => ({ ...message, endpointId: url })))
    store.onCommit(() => delivery.accept(queued))
  })
  const left = queue.resume(
    endpoints.map(({ url }) => url),
    Date.now(),
  )
  delivery.accept(left)
  return { close: delivery.close }
}
