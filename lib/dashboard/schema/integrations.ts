import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Connections to other systems, at most one per provider and organization. */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    provider: text('provider').notNull(),
    method: text('method').$type<'oauth' | 'key'>().notNull(),
    /** Granted scopes, by the provider's names. */
    scopes: text('scopes').array().notNull(),
    /** Kinds of records that may be written, such as `jobs`; empty for a read-only connection. */
    writes: text('writes').array().notNull(),
    /** Tokens or key, encrypted as a JWE. The JWE header contains the id of the encryption key. */
    secret: text('secret').notNull(),
    /**
     * Renewal time of the access token, or the end of the lease during a renewal. Null if the token does not expire.
     */
    expiresAt: timestamptz('expires_at'),
    /** Settings of the connection, such as the Slack channel; null for the defaults. */
    options: jsonb('options').$type<Record<string, unknown>>(),
    /** Name of the account in the provider's system. Users check that it is the right account. */
    account: text('account'),
    checkedAt: timestamptz('checked_at'),
    /** Error code such as `invalid_grant`; null while the connection works. Never contains the provider's text. */
    failure: text('failure'),
    lastUsedAt: timestamptz('last_used_at'),
    createdById: text('created_by_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [organizationOnlyPolicy(), unique('connections_once').on(table.organizationId, table.provider)],
)

/** OAuth flows in progress. */
export const authorizations = pgTable(
  'authorizations',
  {
    /** SHA-256 of the OAuth `state` parameter. */
    stateHash: text('state_hash').primaryKey(),
    organizationId: organizationIdColumn(),
    userId: text('user_id').notNull(),
    provider: text('provider').notNull(),
    /** PKCE verifier, encrypted like the secret of a connection. */
    verifier: text('verifier').notNull(),
    request: jsonb('request').$type<{ scopes: string[]; writes: string[] }>().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [organizationOnlyPolicy(), index('authorizations_of').on(table.organizationId)],
)
