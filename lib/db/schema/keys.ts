import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** Keys with which the assistant and an organization's own systems use the API. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    name: text('name').notNull(),
    /** The end of the key, by which people tell keys apart. */
    ending: text('ending').notNull(),
    /** SHA-256 of the key, which is shown once. */
    hash: text('hash').notNull().unique(),
    scopes: text('scopes').array().notNull(),
    /** Clerk's id of who made it. */
    createdById: text('created_by_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [ownOrganizationOnly(), index('api_keys_of').on(table.organizationId)],
)

/** Answers to requests with an Idempotency-Key, so that one that is sent again is answered and not done again. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    organizationId: ownedByOrganization(),
    /** Of the API key: two keys may choose the same text. */
    keyId: uuid('key_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of method, path and body: the same key with another request is refused. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first request is being answered. */
    status: integer('status'),
    body: jsonb('body'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    ownOrganizationOnly(),
    primaryKey({ columns: [table.organizationId, table.keyId, table.idempotencyKey] }),
    index('idempotent_requests_by_time').on(table.createdAt),
  ],
)
