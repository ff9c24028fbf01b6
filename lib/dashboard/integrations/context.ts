import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { type IntegrationSettings, getIntegrationSettings } from './environment.ts'

/**
 * Context of an integration request. `transaction` opens a short transaction, so that none stays open during a request
 * to a provider.
 */
export type IntegrationContext = {
  organizationId: string
  transaction: <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>
  settings: IntegrationSettings
  now: () => Date
}

export const createIntegrationContext = (organizationId: string): IntegrationContext => ({
  organizationId,
  transaction: (operation) => withOrganization(env().databaseUrl, organizationId, operation),
  settings: getIntegrationSettings(),
  now: () => new Date(),
})
