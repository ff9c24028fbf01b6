import type { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import {
  type Attempt,
  createDelivery,
  type Delivery,
  openWebhookQueue,
  reporter,
  systemClock,
  type WebhookQueue,
} from '../../local-server/index.ts'
import { page } from '../http/fields.ts'
import { json } from '../http/responses.ts'
import { backendSessionJson } from '../resources/client.ts'
import { invitationJson, membershipJson, organizationJson, userJson } from '../resources/user.ts'
import type { ClerkEvent, Env, Services } from '../services/services.ts'
import { newId, type Store } from '../services/store.ts'
import type { WebhookEndpoint } from './endpoints.ts'

/** Queues webhooks in the transaction of the change. Immediately sends undelivered ones of an earlier process. */
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
      lane: 'events',
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

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Same timeout as Svix. */
const TIMEOUT_MS = 15 * SECOND

/** Svix's retry schedule, preceded by short delays for a site that is still starting. */
const DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** Returns the delay in milliseconds after `tries` failures, with up to 10 % jitter. Undefined after the last one. */
export function retryDelay(tries: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[tries - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + random() / 10))
}

/** Builds Svix headers and signature for `verifyWebhook` of @clerk/backend. Both use the system clock. */
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

const createClerkDelivery = (
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

/** Payload format: https://clerk.com/docs/webhooks/overview */
const eventPayload = (services: Services, event: ClerkEvent): string =>
  JSON.stringify({
    data: eventData(services, event),
    // Only loopback clients reach this server.
    event_attributes: { http_request: { client_ip: '127.0.0.1', user_agent: '' } },
    instance_id: 'ins_local',
    object: 'event',
    timestamp: services.clock.now(),
    type: event.type,
  })

function eventData(services: Services, event: ClerkEvent): Record<string, unknown> {
  if ('membership' in event) return membershipJson(services, event.membership, 'backend')
  if ('session' in event) return sessionData(services, event)
  if ('invitation' in event) {
    const { invitation } = event
    return {
      ...invitationJson(services, invitation, 'backend'),
      ...(invitation.userId && { user_id: invitation.userId }),
    }
  }
  if ('organization' in event) {
    const { organization } = event
    if (event.type !== 'organization.deleted') return organizationJson(services, organization, 'backend')
    return { object: 'organization', id: organization.id, slug: organization.slug, deleted: true }
  }
  const { user } = event
  if (event.type !== 'user.deleted') return userJson(services, user, 'backend', services.clock.now())
  return { object: 'user', id: user.id, deleted: true, ...(user.externalId && { external_id: user.externalId }) }
}

function sessionData(services: Services, { session }: Extract<ClerkEvent, { type: `session.${string}` }>) {
  const user = services.store.users.get(session.userId)
  return {
    ...backendSessionJson(services, session),
    user: user ? userJson(services, user, 'backend', services.clock.now()) : null,
  }
}

type MessageDetails = { type: string }

/**
 * Opens the queue in the store's file, so that events commit with their change. Payloads are erased after delivery,
 * because they contain personal data.
 */
const openQueue = ({ db, transaction }: Store): WebhookQueue<MessageDetails> =>
  openWebhookQueue({ db, transaction, keepsPayloads: false })

function attemptJson(attempt: Attempt<MessageDetails>) {
  const { messageId, endpointId, details, number, startedAt, finishedAt, resultCode, failureReason } = attempt
  // URLs may contain credentials, so only origin and path remain.
  const { origin, pathname } = new URL(endpointId)
  return {
    messageId,
    endpoint: origin + pathname,
    type: details.type,
    number,
    startedAt,
    duration: finishedAt - startedAt,
    resultCode,
    failure: failureReason === 'timeout' ? 'timeout' : attempt.failureDetail,
    status: failureReason === null ? 'delivered' : attempt.willRetry ? 'pending' : 'given up',
  }
}

export function backendWebhookRoutes(routes: Hono<Env>, { store }: Services): void {
  const queue = openQueue(store)
  routes.get('/local/webhook_attempts', (c) => json(c, page(c, queue.attempts(), attemptJson)))
}
