import { getClientCredentials, SERVICETITAN } from '../../packages/systems/data/systems.ts'
import { mapVariables } from '../../lib/dashboard/integrations/environment.ts'
import { PROVIDER_NAMES, type ProviderName } from '../../lib/dashboard/integrations/providers.ts'

type Variables = Record<string, string>

export const getSystemsUrl = ({ systemsPort }: { systemsPort: number }): string => `http://127.0.0.1:${systemsPort}`

/** Returns the template of the OAuth redirect URL. The server inserts the system's name. */
export const getSystemsRedirectUrl = (siteUrl: string): string =>
  `${siteUrl}/api/dashboard/integrations/{system}/callback`

function buildProviderVariables(url: string, name: ProviderName): Variables {
  const { clientId, clientSecret } = getClientCredentials(name)
  const { CLIENT_ID, CLIENT_SECRET, APP_KEY, ISSUER, API } = mapVariables(name)
  const address = `${url}/${name}`
  return {
    ...(APP_KEY && { [APP_KEY]: SERVICETITAN.appKey }),
    ...(CLIENT_ID && CLIENT_SECRET && { [CLIENT_ID]: clientId, [CLIENT_SECRET]: clientSecret }),
    [ISSUER]: address,
    [API]: address,
  }
}

/**
 * Returns variables that connect the site to the local systems. Skips a system if any of its variables is set, because
 * mixed settings could send users or data to the wrong place.
 */
export function buildLocalSystemVariables(url: string, source: Record<string, string | undefined> = {}): Variables {
  const names = PROVIDER_NAMES.filter((name) =>
    Object.values(mapVariables(name)).every((variable) => !source[variable]),
  )
  return Object.assign({}, ...names.map((name) => buildProviderVariables(url, name))) as Variables
}
