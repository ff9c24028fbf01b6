import * as oauth from 'oauth4webapi'
import { fetchWithLimits } from './bounded-fetch.ts'
import type { IntegrationSettings } from './environment.ts'
import { ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'

type AuthorizationServer = Pick<oauth.AuthorizationServer, 'issuer'> & {
  authorization_endpoint: string
  token_endpoint: string
  /** Token revocation endpoint (RFC 7009). */
  revocation_endpoint?: string
  /** Whether the endpoint revokes the token in the Authorization header, instead of a token in the body. */
  revokesBearer?: true
  client: typeof oauth.ClientSecretBasic
  parameters?: Record<string, string>
  /** Expected `token_type` of the response, if not `bearer`. */
  tokenType?: string
  /** Names of response fields that the secret stores for later requests. */
  storedFields?: { fromCallback?: string; fromToken?: string }
  api: string
}

/*
 * Sources: developers.google.com/identity/protocols/oauth2/web-server; learn.microsoft.com/entra/identity-platform
 * (v2-oauth2-auth-code-flow); help.salesforce.com (remoteaccess_oauth_web_server_flow, remoteaccess_revoke_token);
 * developers.hubspot.com (auth-oauth-v3/guide, oauth-tokens/revoke-token); developer.intuit.com
 * (oauth-openid-discovery-doc); docs.slack.dev/authentication/installing-with-oauth;
 * docs.zapier.com/powered-by-zapier/api-reference/authentication; developer.servicetitan.io/docs
 * (get-going-manage-client-id-and-secret). All servers accept or ignore PKCE.
 */
const AUTHORIZATION_SERVERS: Record<ProviderName, AuthorizationServer> = {
  // ServiceTitan uses the client credentials grant (RFC 6749, section 4.4).
  servicetitan: {
    issuer: 'https://auth.servicetitan.io',
    authorization_endpoint: 'https://auth.servicetitan.io/connect/authorize',
    token_endpoint: 'https://auth.servicetitan.io/connect/token',
    client: oauth.ClientSecretPost,
    api: 'https://api.servicetitan.io',
  },
  salesforce: {
    issuer: 'https://login.salesforce.com',
    authorization_endpoint: 'https://login.salesforce.com/services/oauth2/authorize',
    token_endpoint: 'https://login.salesforce.com/services/oauth2/token',
    revocation_endpoint: 'https://login.salesforce.com/services/oauth2/revoke',
    client: oauth.ClientSecretPost,
    storedFields: { fromToken: 'instance_url' },
    api: 'https://login.salesforce.com',
  },
  hubspot: {
    issuer: 'https://app.hubspot.com',
    authorization_endpoint: 'https://app.hubspot.com/oauth/authorize',
    token_endpoint: 'https://api.hubapi.com/oauth/v3/token',
    revocation_endpoint: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
    client: oauth.ClientSecretPost,
    api: 'https://api.hubapi.com',
  },
  quickbooks: {
    issuer: 'https://oauth.platform.intuit.com/op/v1',
    authorization_endpoint: 'https://appcenter.intuit.com/connect/oauth2',
    token_endpoint: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    revocation_endpoint: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    client: oauth.ClientSecretBasic,
    storedFields: { fromCallback: 'realmId' },
    api: 'https://quickbooks.api.intuit.com',
  },
  'google-workspace': {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
    client: oauth.ClientSecretPost,
    // Without `prompt=consent`, Google sends a refresh token only at the first sign-in.
    parameters: { access_type: 'offline', prompt: 'consent' },
    api: 'https://www.googleapis.com',
  },
  'microsoft-365': {
    issuer: 'https://login.microsoftonline.com/organizations/v2.0',
    authorization_endpoint: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize',
    token_endpoint: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/token',
    client: oauth.ClientSecretPost,
    parameters: { prompt: 'select_account' },
    api: 'https://graph.microsoft.com',
  },
  slack: {
    issuer: 'https://slack.com',
    authorization_endpoint: 'https://slack.com/oauth/v2/authorize',
    token_endpoint: 'https://slack.com/api/oauth.v2.access',
    revocation_endpoint: 'https://slack.com/api/auth.revoke',
    revokesBearer: true,
    client: oauth.ClientSecretBasic,
    tokenType: 'bot',
    api: 'https://slack.com',
  },
  zapier: {
    issuer: 'https://zapier.com',
    authorization_endpoint: 'https://api.zapier.com/v2/authorize',
    token_endpoint: 'https://zapier.com/oauth/token/',
    client: oauth.ClientSecretBasic,
    parameters: { response_mode: 'query' },
    api: 'https://api.zapier.com',
  },
}

export type OAuthServer = Pick<AuthorizationServer, 'parameters' | 'tokenType'> & {
  metadata: oauth.AuthorizationServer
  client: oauth.Client
  authentication: oauth.ClientAuth
  storedFields: NonNullable<AuthorizationServer['storedFields']>
  revokesBearer: boolean
  options: { [oauth.customFetch]: typeof fetchWithLimits; [oauth.allowInsecureRequests]: boolean }
}

const buildOptions = (issuer: string): OAuthServer['options'] => ({
  [oauth.customFetch]: fetchWithLimits,
  // `environment.ts` allows http URLs only on localhost.
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
})

/** Cache of server metadata by issuer. Failed requests are evicted. */
const metadataCache = new Map<string, Promise<oauth.AuthorizationServer>>()

/** Fetches the metadata of a custom issuer (RFC 8414, OpenID Connect Discovery). */
function discoverMetadata(issuer: string): Promise<oauth.AuthorizationServer> {
  const cachedMetadata = metadataCache.get(issuer)
  if (cachedMetadata) return cachedMetadata
  const pendingMetadata = oauth
    .discoveryRequest(new URL(issuer), buildOptions(issuer))
    .then((response) => oauth.processDiscoveryResponse(new URL(issuer), response))
  metadataCache.set(issuer, pendingMetadata)
  // Evict a failed request. Callers get its error from the returned promise.
  pendingMetadata.catch(() => metadataCache.delete(issuer))
  return pendingMetadata
}

/**
 * Returns the authorization server of a provider.
 * @param key key fields that an owner pasted; they replace the site's client credentials
 * @throws {ProviderError} if client credentials or server metadata are missing
 */
export async function getOAuthServer(
  settings: IntegrationSettings,
  provider: ProviderName,
  key?: Record<string, string> | null,
): Promise<OAuthServer> {
  const {
    client,
    parameters,
    tokenType,
    storedFields = {},
    revokesBearer = false,
    api: _api,
    ...defaultMetadata
  } = AUTHORIZATION_SERVERS[provider]
  const providerSettings = settings.providers[provider]
  const { clientId, clientSecret } = key ?? providerSettings
  if (!clientId || !clientSecret) throw new ProviderError('not_set_up')
  const metadata = providerSettings.issuer
    ? await discoverMetadata(providerSettings.issuer).catch((error: unknown) => {
        throw error instanceof ProviderError ? error : new ProviderError('unexpected_answer', { cause: error })
      })
    : defaultMetadata
  return {
    metadata,
    client: { client_id: clientId },
    authentication: client(clientSecret),
    parameters,
    tokenType,
    storedFields,
    revokesBearer: !providerSettings.issuer && revokesBearer,
    options: buildOptions(providerSettings.issuer ?? defaultMetadata.issuer),
  }
}

export const getApiUrl = (settings: IntegrationSettings, provider: ProviderName): string =>
  settings.providers[provider].api ?? AUTHORIZATION_SERVERS[provider].api
