import * as oauth from 'oauth4webapi'
import { boundedFetch } from './bounded-fetch.ts'
import type { IntegrationSettings } from './environment.ts'
import { ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'

/** How a provider wants to be asked, as its own documentation says. */
type Server = {
  issuer: string
  authorization: string
  token: string
  /** Of RFC 7009; with `bearer`, an endpoint that ends the token with which it is asked. */
  revocation?: { endpoint: string; as?: 'bearer' }
  client: 'basic' | 'post'
  /** Added to the address at which somebody signs in. */
  parameters?: Record<string, string>
  /** Says what a token is, where it does not say `bearer`. */
  tokenType?: string
  /** What is kept of the provider's answers, by their own names, because requests need it. */
  keeps?: { fromCallback?: string; fromToken?: string }
  api: string
}

/*
 * Sources: developers.google.com/identity/protocols/oauth2/web-server; learn.microsoft.com/entra/identity-platform
 * (v2-oauth2-auth-code-flow); help.salesforce.com (remoteaccess_oauth_web_server_flow, remoteaccess_revoke_token);
 * developers.hubspot.com (auth-oauth-v3/guide, oauth-tokens/revoke-token); developer.intuit.com (oauth-openid-discovery-doc);
 * docs.slack.dev/authentication/installing-with-oauth; docs.zapier.com/powered-by-zapier/api-reference/authentication;
 * developer.servicetitan.io/docs (get-going-manage-client-id-and-secret). All of them take PKCE or pass it over.
 */
const SERVERS: Record<ProviderName, Server> = {
  // Nobody signs in there: the key is exchanged for a token (RFC 6749, section 4.4).
  servicetitan: {
    issuer: 'https://auth.servicetitan.io',
    authorization: 'https://auth.servicetitan.io/connect/authorize',
    token: 'https://auth.servicetitan.io/connect/token',
    client: 'post',
    api: 'https://api.servicetitan.io',
  },
  salesforce: {
    issuer: 'https://login.salesforce.com',
    authorization: 'https://login.salesforce.com/services/oauth2/authorize',
    token: 'https://login.salesforce.com/services/oauth2/token',
    revocation: { endpoint: 'https://login.salesforce.com/services/oauth2/revoke' },
    client: 'post',
    keeps: { fromToken: 'instance_url' },
    api: 'https://login.salesforce.com',
  },
  hubspot: {
    issuer: 'https://app.hubspot.com',
    authorization: 'https://app.hubspot.com/oauth/authorize',
    token: 'https://api.hubapi.com/oauth/v3/token',
    revocation: { endpoint: 'https://api.hubapi.com/oauth/2026-03/token/revoke' },
    client: 'post',
    api: 'https://api.hubapi.com',
  },
  quickbooks: {
    issuer: 'https://oauth.platform.intuit.com/op/v1',
    authorization: 'https://appcenter.intuit.com/connect/oauth2',
    token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    revocation: { endpoint: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke' },
    client: 'basic',
    keeps: { fromCallback: 'realmId' },
    api: 'https://quickbooks.api.intuit.com',
  },
  'google-workspace': {
    issuer: 'https://accounts.google.com',
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revocation: { endpoint: 'https://oauth2.googleapis.com/revoke' },
    client: 'post',
    // Without asking again Google sends a refresh token the first time only.
    parameters: { access_type: 'offline', prompt: 'consent' },
    api: 'https://www.googleapis.com',
  },
  'microsoft-365': {
    issuer: 'https://login.microsoftonline.com/organizations/v2.0',
    authorization: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/token',
    client: 'post',
    parameters: { prompt: 'select_account' },
    api: 'https://graph.microsoft.com',
  },
  slack: {
    issuer: 'https://slack.com',
    authorization: 'https://slack.com/oauth/v2/authorize',
    token: 'https://slack.com/api/oauth.v2.access',
    revocation: { endpoint: 'https://slack.com/api/auth.revoke', as: 'bearer' },
    client: 'basic',
    tokenType: 'bot',
    api: 'https://slack.com',
  },
  zapier: {
    issuer: 'https://zapier.com',
    authorization: 'https://api.zapier.com/v2/authorize',
    token: 'https://zapier.com/oauth/token/',
    client: 'basic',
    parameters: { response_mode: 'query' },
    api: 'https://api.zapier.com',
  },
}

/** A provider's authorization server, and this site as its client. */
export type OAuthServer = {
  metadata: oauth.AuthorizationServer
  client: oauth.Client
  authentication: oauth.ClientAuth
  parameters: Record<string, string>
  tokenType: string | undefined
  keeps: { fromCallback?: string; fromToken?: string }
  /** Ends the token with which it is asked, instead of the one that is named. */
  revokesBearer: boolean
  /** For every request of oauth4webapi. */
  options: { [oauth.customFetch]: typeof boundedFetch; [oauth.allowInsecureRequests]: boolean }
}

const optionsFor = (issuer: string): OAuthServer['options'] => ({
  [oauth.customFetch]: boundedFetch,
  // Only this machine may be named without https: see environment.ts.
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
})

/** Descriptions of authorization servers by their issuer, as long as the process lives; a failed one is asked for again. */
const described = new Map<string, Promise<oauth.AuthorizationServer>>()

/** What another authorization server than the usual one says of itself (RFC 8414, OpenID Connect Discovery). */
function describe(issuer: string): Promise<oauth.AuthorizationServer> {
  const known = described.get(issuer)
  if (known) return known
  const asked = oauth
    .discoveryRequest(new URL(issuer), optionsFor(issuer))
    .then((response) => oauth.processDiscoveryResponse(new URL(issuer), response))
  described.set(issuer, asked)
  // Who waits for it is told why.
  asked.catch(() => described.delete(issuer))
  return asked
}

/**
 * @param key that an owner pasted: then that is the client, and not this site
 * @throws {ProviderError} when the site is no client (any more), or another server than the usual one does not describe itself
 */
export async function oauthServer(
  settings: IntegrationSettings,
  provider: ProviderName,
  key?: Record<string, string> | null,
): Promise<OAuthServer> {
  const { issuer, authorization, token, revocation, client, ...server } = SERVERS[provider]
  const own = settings.providers[provider]
  const { clientId, clientSecret } = key ?? own
  if (!clientId || !clientSecret) throw new ProviderError('not_set_up')
  const metadata = own.issuer
    ? await describe(own.issuer).catch((error: unknown) => {
        throw error instanceof ProviderError ? error : new ProviderError('unexpected_answer', { cause: error })
      })
    : {
        issuer,
        authorization_endpoint: authorization,
        token_endpoint: token,
        ...(revocation && { revocation_endpoint: revocation.endpoint }),
      }
  return {
    metadata,
    client: { client_id: clientId },
    authentication: (client === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(clientSecret),
    parameters: server.parameters ?? {},
    tokenType: server.tokenType,
    keeps: server.keeps ?? {},
    revokesBearer: !own.issuer && revocation?.as === 'bearer',
    options: optionsFor(own.issuer ?? issuer),
  }
}

/** Where the API of a provider is. */
export const apiOf = (settings: IntegrationSettings, provider: ProviderName): string =>
  settings.providers[provider].api ?? SERVERS[provider].api
