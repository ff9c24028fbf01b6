import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    name: text('name').notNull(),
    /** Last characters of the key, to tell keys apart. */
    ending: text('ending').notNull(),
    /** SHA-256 of the key. The key itself is shown only once. */
    hash: text('hash').notNull().unique(),
    scopes: text('scopes').array().notNull(),
    /** Clerk user id. */
    createdById: text('created_by_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [organizationOnlyPolicy(), index('api_keys_of').on(table.organizationId)],
)

/** Stored responses by idempotency key. A repeated request gets the stored response. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    organizationId: organizationIdColumn(),
    /** API key id. Two API keys may use the same idempotency key. */
    keyId: uuid('key_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of method, path and body. A different request with the same idempotency key is rejected. */
    requestHash: text('request_hash').notNull(),
    /** HTTP status of the stored response. */
    status: integer('status'),
    body: jsonb('body'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    primaryKey({ columns: [table.organizationId, table.keyId, table.idempotencyKey] }),
    index('idempotent_requests_by_time').on(table.createdAt),
  ],
)
