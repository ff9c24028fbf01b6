import { clientOf, SERVICETITAN } from '../../packages/systems/credentials.ts'
import { variablesOf } from '../../lib/integrations/environment.ts'
import { PROVIDER_NAMES, type ProviderName } from '../../lib/integrations/providers.ts'

type Variables = Record<string, string>

/** Where the local server stands in for the systems that an organization can connect. */
export const systemsUrl = ({ systemsPort }: { systemsPort: number }): string => `http://127.0.0.1:${systemsPort}`

/** Where those systems send people back to; the server puts the name of the system into it. */
export const systemsRedirect = (siteUrl: string): string => `${siteUrl}/api/dashboard/integrations/{system}/callback`

function variablesAt(url: string, name: ProviderName): Variables {
  const { clientId, clientSecret } = clientOf(name)
  const { CLIENT_ID, CLIENT_SECRET, APP_KEY, ISSUER, API } = variablesOf(name)
  const address = `${url}/${name}`
  return {
    ...(APP_KEY && { [APP_KEY]: SERVICETITAN.appKey }),
    ...(CLIENT_ID && CLIENT_SECRET && { [CLIENT_ID]: clientId, [CLIENT_SECRET]: clientSecret }),
    [ISSUER]: address,
    [API]: address,
  }
}

/**
 * The environment of a site that connects to the local systems. A system of which the source sets any variable is left to
 * the source: half of each would send people, or their data, to another place than was meant.
 */
export function localSystemVariables(url: string, source: Record<string, string | undefined> = {}): Variables {
  const names = PROVIDER_NAMES.filter((name) => Object.values(variablesOf(name)).every((variable) => !source[variable]))
  return Object.assign({}, ...names.map((name) => variablesAt(url, name))) as Variables
}
