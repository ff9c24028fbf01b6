import type { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import {
  type Attempt,
  createDelivery,
  type Delivery,
  openWebhookQueue,
  createReporter,
  systemClock,
  type WebhookQueue,
} from '../../local-server/index.ts'
import { paginate } from '../http/fields.ts'
import { sendJson } from '../http/responses.ts'
import { toBackendSessionJson } from '../resources/client.ts'
import { toInvitationJson, toMembershipJson, toOrganizationJson, toUserJson } from '../resources/user.ts'
import type { ClerkEvent, Env, Services } from '../services/services.ts'
import { createId, type Store } from '../services/store.ts'
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
    const subscribers = endpoints.filter((endpoint) => endpoint.events?.includes(event.type) ?? true)
    if (subscribers.length === 0) return
    const message = {
      id: createId('message'),
      lane: 'events',
      details: { type: event.type },
      payload: buildEventPayload(services, event),
      createdAt: Date.now(),
    }
    const queuedMessages = queue.add(subscribers.map(({ url }) => ({ ...message, endpointId: url })))
    store.onCommit(() => delivery.accept(queuedMessages))
  })
  const pending = queue.resume(
    endpoints.map(({ url }) => url),
    Date.now(),
  )
  delivery.accept(pending)
  return { close: delivery.close }
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Same timeout as Svix. */
const TIMEOUT_MS = 15 * SECOND_MS

/** Svix's retry schedule, preceded by short delays for a site that is still starting. */
const RETRY_DELAYS_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
]

/**
 * Returns the delay in milliseconds after `failureCount` failures, with up to 10 % jitter. Undefined after the last
 * retry.
 */
export function getRetryDelayMs(failureCount: number, random: () => number = Math.random): number | undefined {
  const delayMs = RETRY_DELAYS_MS[failureCount - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + random() / 10))
}

/** Builds Svix headers and signature for `verifyWebhook` of @clerk/backend. Both use the system clock. */
function buildHeaders({ secret }: WebhookEndpoint, id: string, payload: string): Record<string, string> {
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
    headers: (endpoint, { id, payload }) => buildHeaders(endpoint, id, payload),
    secrets: ({ secret }) => [secret],
    retryAt: ({ tries }, _outcome, now) => {
      const delayMs = getRetryDelayMs(tries)
      return delayMs === undefined ? undefined : now + delayMs
    },
    clock: systemClock,
    report: createReporter('clerk'),
  })

/** Payload format: https://clerk.com/docs/webhooks/overview */
const buildEventPayload = (services: Services, event: ClerkEvent): string =>
  JSON.stringify({
    data: buildEventData(services, event),
    // Only loopback clients reach this server.
    event_attributes: { http_request: { client_ip: '127.0.0.1', user_agent: '' } },
    instance_id: 'ins_local',
    object: 'event',
    timestamp: services.clock.now(),
    type: event.type,
  })

function buildEventData(services: Services, event: ClerkEvent): Record<string, unknown> {
  if ('membership' in event) return toMembershipJson(services, event.membership, 'backend')
  if ('session' in event) return buildSessionData(services, event)
  if ('invitation' in event) {
    const { invitation } = event
    return {
      ...toInvitationJson(services, invitation, 'backend'),
      ...(invitation.userId && { user_id: invitation.userId }),
    }
  }
  if ('organization' in event) {
    const { organization } = event
    if (event.type !== 'organization.deleted') return toOrganizationJson(services, organization, 'backend')
    return { object: 'organization', id: organization.id, slug: organization.slug, deleted: true }
  }
  const { user } = event
  if (event.type !== 'user.deleted') return toUserJson(services, user, 'backend', services.clock.now())
  return { object: 'user', id: user.id, deleted: true, ...(user.externalId && { external_id: user.externalId }) }
}

function buildSessionData(services: Services, { session }: Extract<ClerkEvent, { type: `session.${string}` }>) {
  const user = services.store.users.get(session.userId)
  return {
    ...toBackendSessionJson(services, session),
    user: user ? toUserJson(services, user, 'backend', services.clock.now()) : null,
  }
}

type MessageDetails = { type: string }

/**
 * Opens the queue in the store's file, so that events commit with their change. Payloads are erased after delivery,
 * because they contain personal data.
 */
const openQueue = ({ db, transaction }: Store): WebhookQueue<MessageDetails> =>
  openWebhookQueue({ db, transaction, keepPayloads: false })

function toAttemptJson(attempt: Attempt<MessageDetails>) {
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

export function registerBackendWebhookRoutes(routes: Hono<Env>, { store }: Services): void {
  const queue = openQueue(store)
  routes.get('/local/webhook_attempts', (c) => sendJson(c, paginate(c, queue.attempts(), toAttemptJson)))
}
