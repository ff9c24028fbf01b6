import { sql } from 'drizzle-orm'
import { pgPolicy, pgRole, text } from 'drizzle-orm/pg-core'
import { organizations } from './organizations.ts'

/**
 * Database role of the site. It is neither table owner nor superuser, so that row-level security applies. A migration
 * creates it.
 */
export const SITE_ROLE = 'ductwise_site'

/** Postgres setting with the organization id of a transaction; see `withOrganization`. */
export const ORGANIZATION_SETTING = 'app.organization_id'

const siteRole = pgRole(SITE_ROLE).existing()

export const organizationIdColumn = () =>
  text('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

const organizationCondition = sql.raw(`organization_id = nullif(current_setting('${ORGANIZATION_SETTING}', true), '')`)

/**
 * Returns a policy that shows only the rows of the organization in the setting. If the setting is missing, it shows no
 * rows.
 */
export const organizationOnlyPolicy = () =>
  pgPolicy('own_organization_only', {
    to: siteRole,
    for: 'all',
    using: organizationCondition,
    withCheck: organizationCondition,
  })

const noOrganizationCondition = sql.raw(
  `organization_id is null and nullif(current_setting('${ORGANIZATION_SETTING}', true), '') is null`,
)

/** Returns a policy that shows rows only to transactions where the setting is missing. */
export const siteOnlyPolicy = () =>
  pgPolicy('site_only', {
    to: siteRole,
    for: 'all',
    using: noOrganizationCondition,
    withCheck: noOrganizationCondition,
  })
