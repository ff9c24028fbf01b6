import { generateKeyPairSync } from 'node:crypto'
import { type KoaContext, Provider } from 'oidc-provider'
import { REALM_ID } from '../data/sample-data.ts'
import type { Store } from '../data/store.ts'
import { getClientCredentials, SERVICETITAN, type Settings, type SystemName, getSystem } from '../data/systems.ts'
import { renderErrorPage } from '../pages/layout.ts'

/** OAuth error (RFC 6749) that is shown on a page instead of a redirect. */
type Refusal = { error: string; error_description?: string }

/** Allows an application to revoke only its own grants. */
const isOwnToken = (_context: unknown, client: { clientId: string }, token: { clientId: string }) =>
  client.clientId === token.clientId

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Client for the client credentials grant (RFC 6749, section 4.4). */
const keyClient = {
  client_id: SERVICETITAN.clientId,
  client_secret: SERVICETITAN.clientSecret,
  redirect_uris: [],
  id_token_signed_response_alg: 'ES256',
  response_types: [],
  grant_types: ['client_credentials'],
  token_endpoint_auth_method: 'client_secret_post',
}

const buildSignInClient = (name: SystemName, redirect: string) => {
  const { clientId, clientSecret } = getClientCredentials(name)
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'ES256',
    token_endpoint_auth_method: getSystem(name).client,
  }
}

/**
 * Creates the authorization server of one system. All systems use the strictest rules: PKCE is required, refresh tokens
 * rotate, and reuse of a refresh token revokes the grant.
 */
export function createProvider(
  name: SystemName,
  issuer: string,
  { settings, store }: { settings: Settings; store: Store },
): Provider {
  const { scopes, revocation } = getSystem(name)
  const redirect = settings.getRedirectUrl(name)
  const isKey = name === 'servicetitan'
  const provider = new Provider(issuer, {
    adapter: (model: string) => createAdapter(store, name, model),
    clients: [isKey ? keyClient : buildSignInClient(name, redirect)],
    scopes: scopes.map(({ scope }) => scope),
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: revocation === true, allowedPolicy: isOwnToken },
      clientCredentials: { enabled: isKey },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/${name}/interaction/${uid}` },
    renderError: (context: KoaContext, { error, error_description }: Refusal) => {
      context.set('content-type', 'text/html; charset=utf-8')
      context.body = String(renderErrorPage(name, error, error_description))
    },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    expiresWithSession: () => false,
    // All systems share a host, and browsers store cookies by host. The cookie names therefore differ.
    cookies: {
      keys: [getClientCredentials(name).clientSecret],
      names: { session: `${name}-session`, interaction: `${name}-interaction`, resume: `${name}-resume` },
    },
    // The library requires keys, although no system here issues ID tokens.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      ClientCredentials: 15 * 60,
      Grant: 365 * DAY_SECONDS,
      Interaction: HOUR_SECONDS,
      RefreshToken: 365 * DAY_SECONDS,
      Session: 14 * DAY_SECONDS,
    },
  })
  provider.use(async (context: KoaContext, next) => {
    // The rewritten URL no longer contains the mount path.
    context.mountPath = `/${name}`
    if (context.path === '/auth') context.query = adaptQuery(name, context.query)
    await next()
    if (context.path === '/token' && context.status === 200) context.body = adaptTokens(name, issuer, context.body)
    const location = context.response.get('location')
    if (location?.startsWith(redirect)) context.set('location', adaptRedirect(name, location))
  })
  return provider
}

type Payload = Record<string, unknown>

function createAdapter({ kept }: Store, system: SystemName, model: string) {
  const find = async (column: 'id' | 'uid', value: string) => kept.find(system, model, column, value)?.payload
  return {
    upsert: async (id: string, payload: Payload, seconds?: number) => kept.put(system, model, id, payload, seconds),
    find: (id: string) => find('id', id),
    findByUid: (uid: string) => find('uid', uid),
    // No system here uses the device flow.
    findByUserCode: async () => undefined,
    destroy: async (id: string) => kept.remove(system, model, id),
    revokeByGrantId: async (grantId: string) => kept.endGrant(system, grantId),
    consume: async (id: string) => kept.consume(system, model, id),
  }
}

/*
 * Vendor-specific behavior. Sources: docs.slack.dev/authentication/installing-with-oauth, developer.intuit.com
 * (oauth-2.0), help.salesforce.com (remoteaccess_oauth_web_server_flow), learn.microsoft.com/entra/identity-platform
 * (v2-oauth2-auth-code-flow).
 */

type Query = Record<string, string | string[] | undefined>

/** Converts the authorization request to standard OAuth. */
function adaptQuery(name: SystemName, query: Query): Query {
  const { scope } = query
  // Slack separates scopes with commas.
  if (name === 'slack' && typeof scope === 'string') return { ...query, scope: scope.replaceAll(',', ' ') }
  // The login prompt lets the user select an account. Microsoft grants offline access with any prompt.
  if (name === 'microsoft-365') return { ...query, prompt: 'login consent' }
  return query
}

function adaptTokens(name: SystemName, issuer: string, body: unknown): unknown {
  const tokens = body as { scope?: string; expires_in?: number }
  if (name === 'slack') return { ok: true, ...tokens, token_type: 'bot', scope: tokens.scope?.replaceAll(' ', ',') }
  if (name === 'salesforce') {
    // Salesforce omits the expiry.
    const { expires_in: _, ...rest } = tokens
    return { ...rest, instance_url: issuer, issued_at: String(Date.now()) }
  }
  if (name === 'microsoft-365') {
    return { ...tokens, scope: tokens.scope?.replace(/ ?\boffline_access\b/, '').trim() }
  }
  return body
}

/** Adds the company id to the redirect URL of QuickBooks. */
function adaptRedirect(name: SystemName, address: string): string {
  const url = new URL(address)
  if (name === 'quickbooks' && url.searchParams.has('code')) url.searchParams.set('realmId', REALM_ID)
  return url.href
}
