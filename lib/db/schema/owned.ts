import { sql } from 'drizzle-orm'
import { pgPolicy, pgRole, text } from 'drizzle-orm/pg-core'
import { organizations } from './organizations.ts'

/**
 * The role that the site's connections have: neither the owner of the tables nor a superuser, so that row-level security
 * holds for it. The first migration of the dashboard makes it.
 */
export const SITE_ROLE = 'ductwise_site'

/** The setting of Postgres that names the organization of a transaction: see `withOrganization`. */
export const ORGANIZATION_SETTING = 'app.organization_id'

const siteRole = pgRole(SITE_ROLE).existing()

/** The organization that a row belongs to. The row goes with it. */
export const ownedByOrganization = () =>
  text('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

const ownRows = sql.raw(`organization_id = nullif(current_setting('${ORGANIZATION_SETTING}', true), '')`)

/** Without the setting no row is seen or written; with it only those of one organization. */
export const ownOrganizationOnly = () =>
  pgPolicy('own_organization_only', { to: siteRole, for: 'all', using: ownRows, withCheck: ownRows })
