import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { WebhookEvent } from '../model/webhook-event.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Webhook endpoints of a company, and the REST hooks that Zapier subscribes with an API key. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    kind: text('kind').$type<'webhook' | 'zapier'>().notNull().default('webhook'),
    url: text('url').notNull(),
    name: text('name').notNull().default(''),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** Signing secret with the prefix `whsec_`, encrypted as a JWE. */
    secret: text('secret').notNull(),
    /** Former secret, encrypted. Requests are also signed with it until `previousSecretEndsAt`. */
    previousSecret: text('previous_secret'),
    previousSecretEndsAt: timestamptz('previous_secret_ends_at'),
    /** API key that subscribed the hook; null for webhooks. Revoking the key deletes its hooks. */
    apiKeyId: uuid('api_key_id'),
    /** Time of the first failure since the last success. */
    failingSince: timestamptz('failing_since'),
    /** Failed attempts since the last success. They determine the backoff. */
    failures: integer('failures').notNull().default(0),
    /** End of the backoff; null if the latest attempt succeeded. No delivery to the endpoint starts earlier. */
    retryAt: timestamptz('retry_at'),
    /** Time at which a user or a day of failures paused the endpoint; null while it is active. */
    pausedAt: timestamptz('paused_at'),
    pauseReason: text('pause_reason').$type<'user' | 'failures'>(),
    /** Clerk user id; null if the user was deleted. */
    createdById: text('created_by_id'),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('webhook_endpoints_of').on(table.organizationId, table.id),
    index('webhook_endpoints_of_key').on(table.organizationId, table.apiKeyId),
  ],
)

/** Published events. Payloads contain personal data and are deleted together with their subject. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    /** Id of the event, which all attempts send as `webhook-id`. */
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    event: text('event').$type<WebhookEvent | 'test'>().notNull(),
    /** Id of the call, lead or appointment; null for test events. */
    subjectId: uuid('subject_id'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('webhook_messages_of').on(table.organizationId, table.id),
    index('webhook_messages_of_subject').on(table.organizationId, table.subjectId),
    index('webhook_messages_by_time').on(table.organizationId, table.createdAt),
  ],
)

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** Deliveries of events to endpoints. The log shows the latest attempt of each. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Foreign key `webhook_deliveries_endpoint`: an endpoint of the same organization; deletes cascade. */
    endpointId: uuid('endpoint_id').notNull(),
    /** Foreign key `webhook_deliveries_message`: a message of the same organization; deletes cascade. */
    messageId: uuid('message_id').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** HTTP status of the latest response; null if there was none. */
    status: integer('status'),
    /** Error code of the latest attempt, such as ECONNREFUSED; null after a response. */
    error: text('error'),
    /** Duration of the latest attempt in milliseconds. */
    durationMs: integer('duration_ms'),
    /** Start of the latest response body. */
    response: text('response'),
    attemptedAt: timestamptz('attempted_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    index('webhook_deliveries_of').on(table.organizationId, table.endpointId, table.createdAt, table.id),
    index('webhook_deliveries_of_message').on(table.organizationId, table.messageId),
    index('webhook_deliveries_pending')
      .on(table.organizationId, table.endpointId)
      .where(sql`state = 'pending'`),
  ],
)
