import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** Connections to other systems. At most one to each system. */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Name in the table of providers. */
    provider: text('provider').notNull(),
    method: text('method').$type<'oauth' | 'key'>().notNull(),
    /** What the provider granted, in its own names. */
    scopes: text('scopes').array().notNull(),
    /** What may be written, such as `jobs`; empty while it may only read. */
    writes: text('writes').array().notNull(),
    /** Tokens or key as an encrypted JWE whose header names the key it was encrypted with. */
    secret: text('secret').notNull(),
    /** When the access token has to be renewed; null for a key. */
    expiresAt: moment('expires_at'),
    /** Name of the account at the provider, so that people see that it is the right one. */
    account: text('account'),
    checkedAt: moment('checked_at'),
    /** A code such as `invalid_grant`; null while it works. Never the text of a provider's answer. */
    failure: text('failure'),
    lastUsedAt: moment('last_used_at'),
    createdById: text('created_by_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [ownOrganizationOnly(), unique('connections_once').on(table.organizationId, table.provider)],
)

/** Authorizations that somebody has begun at a provider and not come back from. */
export const authorizations = pgTable(
  'authorizations',
  {
    /** SHA-256 of the `state` that the provider sends back. */
    stateHash: text('state_hash').primaryKey(),
    organizationId: ownedByOrganization(),
    userId: text('user_id').notNull(),
    provider: text('provider').notNull(),
    /** The verifier of PKCE, encrypted like the secret of a connection. */
    verifier: text('verifier').notNull(),
    request: jsonb('request').$type<{ scopes: string[]; writes: string[] }>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [ownOrganizationOnly(), index('authorizations_of').on(table.organizationId)],
)
