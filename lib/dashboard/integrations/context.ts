import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { type IntegrationSettings, integrationSettings } from './environment.ts'

/** Opens transactions but is not one: no transaction may stay open while a provider responds. */
export type IntegrationContext = {
  organizationId: string
  transaction: <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>
  settings: IntegrationSettings
  now: () => Date
}

export const integrationsOf = (organizationId: string): IntegrationContext => ({
  organizationId,
  transaction: (work) => withOrganization(env().databaseUrl, organizationId, work),
  settings: integrationSettings(),
  now: () => new Date(),
})
