import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from '../../platform/db/owned.ts'

/** At most one per system. */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    provider: text('provider').notNull(),
    method: text('method').$type<'oauth' | 'key'>().notNull(),
    /** As granted, in the provider's names. */
    scopes: text('scopes').array().notNull(),
    /** What may be written, such as `jobs`; empty if read-only. */
    writes: text('writes').array().notNull(),
    /** Tokens or key as a JWE; its header names the encryption key. */
    secret: text('secret').notNull(),
    /** Renewal time of the access token; null for a key. */
    expiresAt: moment('expires_at'),
    /** Account name at the provider, for users to verify. */
    account: text('account'),
    checkedAt: moment('checked_at'),
    /** A code such as `invalid_grant`; null while healthy. Never the provider's text. */
    failure: text('failure'),
    lastUsedAt: moment('last_used_at'),
    createdById: text('created_by_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [ownOrganizationOnly(), unique('connections_once').on(table.organizationId, table.provider)],
)

/** OAuth flows in progress. */
export const authorizations = pgTable(
  'authorizations',
  {
    /** SHA-256 of the OAuth `state`. */
    stateHash: text('state_hash').primaryKey(),
    organizationId: ownedByOrganization(),
    userId: text('user_id').notNull(),
    provider: text('provider').notNull(),
    /** PKCE verifier, encrypted like a connection's secret. */
    verifier: text('verifier').notNull(),
    request: jsonb('request').$type<{ scopes: string[]; writes: string[] }>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [ownOrganizationOnly(), index('authorizations_of').on(table.organizationId)],
)
