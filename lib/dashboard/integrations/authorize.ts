import { and, eq, lt } from 'drizzle-orm'
import * as oauth from 'oauth4webapi'
import { authorizations } from '../schema/integrations.ts'
import { log } from '../../platform/log/log.ts'
import { hashOf } from '../../platform/crypto/secret.ts'
import { type OAuthServer, oauthServer } from './authorization-servers.ts'
import { type Connecting, connect } from './connect.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { refusedByPlan } from './plan.ts'
import { type ProviderName, providerOf, scopesFor } from './providers.ts'
import { seal, SealError, unseal } from './secrets.ts'
import { EMPTY_SECRET, listConnections, type Secret } from './repository.ts'
import { withTokens } from './renew.ts'
import { exchangeCode } from './tokens.ts'

const TIME_TO_SIGN_IN = 10 * 60_000

/** Returns the redirect URI. Each provider has a separate one, to prevent mix-up attacks (RFC 9700, section 4.4). */
const redirectUri = ({ settings }: IntegrationContext, provider: ProviderName) =>
  `${settings.siteUrl}/api/dashboard/integrations/${provider}/callback`

const ownerOf = ({ organizationId }: IntegrationContext, provider: ProviderName) =>
  ({ organizationId, provider, what: 'authorization' }) as const

/** Joins scopes. Slack separates them by commas instead of spaces. */
const scopeText = (provider: ProviderName, scopes: string[]) => scopes.join(provider === 'slack' ? ',' : ' ')

/**
 * Starts an OAuth flow, which also grants write access if requested.
 * @returns the sign-in URL, or an error message
 * @throws {ProviderError} if server metadata is unavailable
 */
export async function beginAuthorization(
  context: IntegrationContext,
  { userId, allowance }: Connecting,
  provider: ProviderName,
  writes: boolean,
): Promise<{ address: string } | { refused: string }> {
  const { write, label } = providerOf(provider)
  if (context.settings.providers[provider].missing.length > 0) return { refused: `${label} isn’t available yet.` }
  if (writes && !write) return { refused: `Write access to ${label} isn’t available.` }
  const server = await oauthServer(context.settings, provider)
  const endpoint = server.metadata.authorization_endpoint
  if (!endpoint) throw new ProviderError('unexpected_answer')
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const scopes = scopesFor(provider, writes)
  const sealed = await seal(context.settings.keys, ownerOf(context, provider), verifier)
  const refused = await context.transaction(async (tx) => {
    const { db, organizationId } = tx
    const refusal = refusedByPlan(allowance, await listConnections(tx), provider, writes)
    if (refusal) return refusal
    const now = context.now()
    await db
      .delete(authorizations)
      .where(and(eq(authorizations.organizationId, organizationId), lt(authorizations.expiresAt, now)))
    await db.insert(authorizations).values({
      stateHash: hashOf(state),
      organizationId,
      userId,
      provider,
      verifier: sealed,
      request: { scopes, writes: writes && write ? [write.name] : [] },
      expiresAt: new Date(now.getTime() + TIME_TO_SIGN_IN),
    })
    return undefined
  })
  if (refused) return { refused }
  const address = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: server.client.client_id,
    redirect_uri: redirectUri(context, provider),
    scope: scopeText(provider, scopes),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...server.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { address: address.href }
}

/** Deletes and returns a pending authorization, so each one works only once. */
async function takeBegun(context: IntegrationContext, state: string) {
  const [begun] = await context.transaction(({ db, organizationId }) =>
    db
      .delete(authorizations)
      .where(and(eq(authorizations.organizationId, organizationId), eq(authorizations.stateHash, hashOf(state))))
      .returning(),
  )
  return begun
}

const codeOf = (error: unknown) => (error instanceof oauth.OperationProcessingError ? error.code : 'unknown')

/**
 * Validates the callback parameters.
 * @returns the outcome if they are invalid
 */
function answerIn(server: OAuthServer, params: URLSearchParams, state: string): URLSearchParams | Outcome {
  try {
    return oauth.validateAuthResponse(server.metadata, server.client, params, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      if (error.error === 'access_denied') return 'denied'
      log.warn({ code: error.error }, 'integrations: authorization error returned')
      return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'no_answer' : 'refused'
    }
    log.warn({ code: codeOf(error) }, 'integrations: invalid authorization response')
    return 'refused'
  }
}

function outcomeOf(error: unknown, provider: ProviderName): Outcome {
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
  { userId, allowance }: Connecting,
  provider: ProviderName,
  params: URLSearchParams,
): Promise<Outcome> {
  const state = params.get('state') ?? ''
  const begun = state ? await takeBegun(context, state) : undefined
  const isOwn = begun?.userId === userId && begun.provider === provider && begun.expiresAt > context.now()
  if (!begun || !isOwn) return 'expired'
  try {
    const server = await oauthServer(context.settings, provider)
    const answer = answerIn(server, params, state)
    if (typeof answer === 'string') return answer
    const verifier = await unseal(context.settings.keys, ownerOf(context, provider), begun.verifier)
    const now = context.now()
    const tokens = await exchangeCode(server, answer, { redirectUri: redirectUri(context, provider), verifier, now })
    const { fromCallback } = server.keeps
    const kept = fromCallback ? params.get(fromCallback) : null
    const details: Secret['details'] = fromCallback && kept ? { [fromCallback]: kept } : {}
    const secret = withTokens({ ...EMPTY_SECRET, details }, tokens)
    const { scopes, writes } = begun.request
    return await connect(context, { userId, allowance }, provider, {
      secret,
      granted: tokens.scopes ?? scopes,
      asked: scopes,
      writes,
    })
  } catch (error) {
    // If the encryption key changed during the sign-in, the flow counts as expired.
    return error instanceof SealError ? 'expired' : outcomeOf(error, provider)
  }
}
