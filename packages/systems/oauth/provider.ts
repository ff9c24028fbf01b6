import { generateKeyPairSync } from 'node:crypto'
import { type KoaContext, Provider } from 'oidc-provider'
import { clientOf, SERVICETITAN } from '../credentials.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../store.ts'
import { systemOf, type SystemName } from '../systems.ts'
import { refusalPage } from '../pages/refusal.ts'
import { adapterFor } from './adapter.ts'
import { backAs, questionAs, tokensAs } from './manners.ts'

/** Why an authorization server sends somebody nowhere; codes of RFC 6749. */
type Refusal = { error: string; error_description?: string }

/** An application ends its own permissions only. */
const ofOwnToken = (_context: unknown, client: { clientId: string }, token: { clientId: string }) =>
  client.clientId === token.clientId

/** Seconds. */
const HOUR = 3600
const DAY = 24 * HOUR

/** Who gets tokens by a key, without anybody signing in (RFC 6749, section 4.4). */
const keyClient = {
  client_id: SERVICETITAN.clientId,
  client_secret: SERVICETITAN.clientSecret,
  redirect_uris: [],
  id_token_signed_response_alg: 'ES256',
  response_types: [],
  grant_types: ['client_credentials'],
  token_endpoint_auth_method: 'client_secret_post',
}

const signInClient = (name: SystemName, redirect: string) => {
  const { clientId, clientSecret } = clientOf(name)
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'ES256',
    token_endpoint_auth_method: systemOf(name).client,
  }
}

/**
 * The authorization server of one system. PKCE is required, a refresh token is good once, and using one twice ends the whole
 * permission: who is right here is right at each of them.
 */
export function makeProvider(
  name: SystemName,
  issuer: string,
  { settings, store }: { settings: Settings; store: Store },
): Provider {
  const { scopes, revocation } = systemOf(name)
  const redirect = settings.redirectOf(name)
  const isKey = name === 'servicetitan'
  const provider = new Provider(issuer, {
    adapter: (model: string) => adapterFor(store, name, model),
    clients: [isKey ? keyClient : signInClient(name, redirect)],
    scopes: scopes.map(({ scope }) => scope),
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: revocation === true, allowedPolicy: ofOwnToken },
      clientCredentials: { enabled: isKey },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/${name}/interaction/${uid}` },
    renderError: (context: KoaContext, { error, error_description }: Refusal) => {
      context.set('content-type', 'text/html; charset=utf-8')
      context.body = String(refusalPage(name, error, error_description))
    },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    expiresWithSession: () => false,
    // All systems are on one host, and browsers keep cookies by host.
    cookies: {
      keys: [clientOf(name).clientSecret],
      names: { session: `${name}-session`, interaction: `${name}-interaction`, resume: `${name}-resume` },
    },
    // Nothing is signed with it: no system here is asked who somebody is by a token of identity.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: 15 * 60,
      Grant: 365 * DAY,
      Interaction: HOUR,
      RefreshToken: 365 * DAY,
      Session: 14 * DAY,
    },
  })
  provider.use(async (context: KoaContext, next) => {
    // Where all of this is mounted, which can no longer be seen in the address once that is changed.
    context.mountPath = `/${name}`
    if (context.path === '/auth') context.query = questionAs(name, context.query)
    await next()
    if (context.path === '/token' && context.status === 200) context.body = tokensAs(name, issuer, context.body)
    const location = context.response.get('location')
    if (location?.startsWith(redirect)) context.set('location', backAs(name, location))
  })
  return provider
}
