import type { OrganizationTransaction } from '../db/organization.ts'
import { withOrganization } from '../db/organization.ts'
import { env } from '../env.ts'
import { type IntegrationSettings, integrationSettings } from './environment.ts'

/**
 * For what is done with the connections of one organization. It has transactions and is none: providers are asked between
 * them, because nobody should wait for another company's server with a transaction open.
 */
export type IntegrationContext = {
  organizationId: string
  transaction: <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>
  settings: IntegrationSettings
  now: () => Date
}

/** The context of a request or a job in this process. */
export const integrationsOf = (organizationId: string): IntegrationContext => ({
  organizationId,
  transaction: (work) => withOrganization(env().databaseUrl, organizationId, work),
  settings: integrationSettings(),
  now: () => new Date(),
})
