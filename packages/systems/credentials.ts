import type { SystemName } from './systems.ts'

/*
 * Who an application is to this server. Everybody can read it here, as everything else of a local server; it begins with
 * "local-", by which an application can refuse it where others reach it.
 */

/** The application as a client of a system at which people sign in. */
export const clientOf = (name: SystemName): { clientId: string; clientSecret: string } => ({
  clientId: `local-client-of-${name}`,
  clientSecret: `local-secret-of-${name}`,
})

/** What somebody pastes to connect ServiceTitan, and the key by which the application says which one it is. */
export const SERVICETITAN = {
  tenant: '5550100',
  clientId: 'local-key-of-servicetitan',
  clientSecret: 'local-secret-of-servicetitan',
  appKey: 'local-app-key-of-servicetitan',
} as const
