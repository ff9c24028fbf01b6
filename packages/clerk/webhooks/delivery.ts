import { createDelivery, type Delivery, reporter, systemClock, type WebhookQueue } from '../../local-server/index.ts'
import { Webhook } from 'standardwebhooks'
import type { WebhookEndpoint } from './endpoints.ts'
import type { MessageDetails } from './queue.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Svix gives an endpoint 15 seconds. */
const TIMEOUT_MS = 15 * SECOND

/** Milliseconds before the second attempt, the third, …: Svix's schedule, with short delays first for a site that is just starting. */
const DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** Milliseconds until the next attempt after `tries` failed ones, with up to 10 % of jitter; undefined after the last attempt. */
export function retryDelay(tries: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[tries - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + random() / 10))
}

/** Svix's headers and signature, which `verifyWebhook` of @clerk/backend checks; with the machine's clock, like that. */
function headersFor({ secret }: WebhookEndpoint, id: string, payload: string): Record<string, string> {
  const sentAt = new Date()
  return {
    'content-type': 'application/json',
    'user-agent': 'Svix-Webhooks/1.0 (local)',
    'svix-id': id,
    'svix-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, sentAt, payload),
  }
}

/** Sends messages to each endpoint one at a time, in order as long as nothing fails. */
export const createClerkDelivery = (
  endpoints: readonly WebhookEndpoint[],
  queue: WebhookQueue<MessageDetails>,
): Delivery<MessageDetails> =>
  createDelivery({
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, id: endpoint.url })),
    queue,
    concurrency: 1,
    timeoutMs: TIMEOUT_MS,
    headers: (endpoint, { id, payload }) => headersFor(endpoint, id, payload),
    secrets: ({ secret }) => [secret],
    retryAt: ({ tries }, _outcome, now) => {
      const delay = retryDelay(tries)
      return delay === undefined ? undefined : now + delay
    },
    clock: systemClock,
    report: reporter('clerk'),
  })
