import { and, eq, lt } from 'drizzle-orm'
import * as oauth from 'oauth4webapi'
import { authorizations } from '../schema/integrations.ts'
import { log } from '../../platform/log/log.ts'
import { hashText } from '../../platform/crypto/secret.ts'
import { type OAuthServer, getOAuthServer } from './authorization-servers.ts'
import { type ConnectingUser, connectProvider } from './connect.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { findPlanRefusal } from './plan.ts'
import { type ProviderName, getProvider, listScopes } from './providers.ts'
import { sealText, SealError, unsealText } from './secrets.ts'
import { EMPTY_SECRET, listConnections, type Secret } from './repository.ts'
import { mergeTokens } from './renew.ts'
import { exchangeCode } from './tokens.ts'

const SIGN_IN_TIMEOUT_MS = 10 * 60_000

/** Returns the redirect URI. Each provider has a separate one, to prevent mix-up attacks (RFC 9700, section 4.4). */
const buildRedirectUri = ({ settings }: IntegrationContext, provider: ProviderName) =>
  `${settings.siteUrl}/api/dashboard/integrations/${provider}/callback`

const buildSealOwner = ({ organizationId }: IntegrationContext, provider: ProviderName) =>
  ({ organizationId, provider, what: 'authorization' }) as const

/** Joins scopes. Slack separates them by commas instead of spaces. */
const formatScopes = (provider: ProviderName, scopes: string[]) => scopes.join(provider === 'slack' ? ',' : ' ')

/**
 * Starts an OAuth flow, which also grants write access if requested.
 * @returns the sign-in URL, or an error message
 * @throws {ProviderError} if server metadata is unavailable
 */
export async function startAuthorization(
  context: IntegrationContext,
  { userId, allowance }: ConnectingUser,
  provider: ProviderName,
  writes: boolean,
): Promise<{ address: string } | { refused: string }> {
  const { write, label } = getProvider(provider)
  if (context.settings.providers[provider].missing.length > 0) return { refused: `${label} isn’t available yet.` }
  if (writes && !write) return { refused: `Write access to ${label} isn’t available.` }
  const server = await getOAuthServer(context.settings, provider)
  const endpoint = server.metadata.authorization_endpoint
  if (!endpoint) throw new ProviderError('unexpected_answer')
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const scopes = listScopes(provider, writes)
  const sealedVerifier = await sealText(context.settings.keys, buildSealOwner(context, provider), verifier)
  const refusalMessage = await context.transaction(async (tx) => {
    const { db, organizationId } = tx
    const planRefusal = findPlanRefusal(allowance, await listConnections(tx), provider, writes)
    if (planRefusal) return planRefusal
    const now = context.now()
    await db
      .delete(authorizations)
      .where(and(eq(authorizations.organizationId, organizationId), lt(authorizations.expiresAt, now)))
    await db.insert(authorizations).values({
      stateHash: hashText(state),
      organizationId,
      userId,
      provider,
      verifier: sealedVerifier,
      request: { scopes, writes: writes && write ? [write.name] : [] },
      expiresAt: new Date(now.getTime() + SIGN_IN_TIMEOUT_MS),
    })
    return undefined
  })
  if (refusalMessage) return { refused: refusalMessage }
  const address = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: server.client.client_id,
    redirect_uri: buildRedirectUri(context, provider),
    scope: formatScopes(provider, scopes),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...server.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { address: address.href }
}

/** Deletes and returns a pending authorization, so each one works only once. */
async function consumeAuthorization(context: IntegrationContext, state: string) {
  const [authorization] = await context.transaction(({ db, organizationId }) =>
    db
      .delete(authorizations)
      .where(and(eq(authorizations.organizationId, organizationId), eq(authorizations.stateHash, hashText(state))))
      .returning(),
  )
  return authorization
}

const getErrorCode = (error: unknown) => (error instanceof oauth.OperationProcessingError ? error.code : 'unknown')

/**
 * Validates the callback parameters.
 * @returns the outcome if they are invalid
 */
function validateCallback(server: OAuthServer, params: URLSearchParams, state: string): URLSearchParams | Outcome {
  try {
    return oauth.validateAuthResponse(server.metadata, server.client, params, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      if (error.error === 'access_denied') return 'denied'
      log.warn({ code: error.error }, 'integrations: authorization error returned')
      return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'no_answer' : 'refused'
    }
    log.warn({ code: getErrorCode(error) }, 'integrations: invalid authorization response')
    return 'refused'
  }
}

function toOutcome(error: unknown, provider: ProviderName): Outcome {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ provider, code: error.code }, 'integrations: token request failed')
  return error.code === 'no_answer' ? 'no_answer' : 'refused'
}

/**
 * Completes an OAuth flow. It works once, within ten minutes, for the user and organization that started it.
 * @param params query parameters of the callback URL
 */
export async function finishAuthorization(
  context: IntegrationContext,
  { userId, allowance }: ConnectingUser,
  provider: ProviderName,
  params: URLSearchParams,
): Promise<Outcome> {
  const state = params.get('state') ?? ''
  const authorization = state ? await consumeAuthorization(context, state) : undefined
  const belongsToUser =
    authorization?.userId === userId && authorization.provider === provider && authorization.expiresAt > context.now()
  if (!authorization || !belongsToUser) return 'expired'
  try {
    const server = await getOAuthServer(context.settings, provider)
    const callbackParams = validateCallback(server, params, state)
    if (typeof callbackParams === 'string') return callbackParams
    const verifier = await unsealText(context.settings.keys, buildSealOwner(context, provider), authorization.verifier)
    const now = context.now()
    const tokens = await exchangeCode(server, callbackParams, {
      redirectUri: buildRedirectUri(context, provider),
      verifier,
      now,
    })
    const { fromCallback } = server.storedFields
    const callbackValue = fromCallback ? params.get(fromCallback) : null
    const details: Secret['details'] = fromCallback && callbackValue ? { [fromCallback]: callbackValue } : {}
    const secret = mergeTokens({ ...EMPTY_SECRET, details }, tokens)
    const { scopes, writes } = authorization.request
    return await connectProvider(context, { userId, allowance }, provider, {
      secret,
      granted: tokens.scopes ?? scopes,
      requested: scopes,
      writes,
    })
  } catch (error) {
    // If the encryption key changed during the sign-in, the flow counts as expired.
    return error instanceof SealError ? 'expired' : toOutcome(error, provider)
  }
}
