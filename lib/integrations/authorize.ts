import { and, eq, lt } from 'drizzle-orm'
import * as oauth from 'oauth4webapi'
import { authorizations } from '../db/schema/index.ts'
import { log } from '../log/log.ts'
import { hashOf } from '../secret.ts'
import { type OAuthServer, oauthServer } from './authorization-servers.ts'
import { type Connecting, connect } from './connect.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { refusedByPlan } from './plan.ts'
import { type ProviderName, providerOf, scopesFor } from './providers.ts'
import { seal, SealError, unseal } from './secrets.ts'
import { listConnections, type Secret } from './store.ts'
import { exchangeCode } from './tokens.ts'

/** Milliseconds within which somebody has to come back from the provider. */
const TIME_TO_SIGN_IN = 10 * 60_000

/**
 * Where a provider sends somebody back to: another address for each, so that one of them cannot pass off its answer as
 * another's (RFC 9700, section 4.4).
 */
const redirectUri = ({ settings }: IntegrationContext, provider: ProviderName) =>
  `${settings.siteUrl}/api/dashboard/integrations/${provider}/callback`

const ownerOf = ({ organizationId }: IntegrationContext, provider: ProviderName) =>
  ({ organizationId, provider, what: 'authorization' }) as const

/** Slack wants its scopes with commas between; the others as RFC 6749 has it. */
const scopeText = (provider: ProviderName, scopes: string[]) => scopes.join(provider === 'slack' ? ',' : ' ')

/**
 * Begins connecting a system, or letting it write.
 * @returns the address at which to sign in there, or why it is not possible, in a sentence
 * @throws {ProviderError} when the provider cannot be asked where that is
 */
export async function beginAuthorization(
  context: IntegrationContext,
  { userId, allowance }: Connecting,
  provider: ProviderName,
  writes: boolean,
): Promise<{ address: string } | { refused: string }> {
  const { write, label } = providerOf(provider)
  if (context.settings.providers[provider].missing.length > 0) return { refused: `${label} is not offered yet.` }
  if (writes && !write) return { refused: `Writing to ${label} is not offered.` }
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

/** What was begun, which counts once: whoever comes back with it, it is gone. */
async function takeBegun(context: IntegrationContext, state: string) {
  const [begun] = await context.transaction(({ db, organizationId }) =>
    db
      .delete(authorizations)
      .where(and(eq(authorizations.organizationId, organizationId), eq(authorizations.stateHash, hashOf(state))))
      .returning(),
  )
  return begun
}

/** The library's name for what is wrong. */
const codeOf = (error: unknown) => (error instanceof oauth.OperationProcessingError ? error.code : 'unknown')

/** The answer of the provider when it is one, and about this. @returns why not otherwise */
function answerIn(server: OAuthServer, params: URLSearchParams, state: string): URLSearchParams | Outcome {
  try {
    return oauth.validateAuthResponse(server.metadata, server.client, params, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      if (error.error === 'access_denied') return 'denied'
      log.warn({ code: error.error }, 'A provider sent somebody back with an error')
      return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'no_answer' : 'refused'
    }
    log.warn({ code: codeOf(error) }, 'Somebody came back from a provider with an answer that does not hold')
    return 'refused'
  }
}

function outcomeOf(error: unknown, provider: ProviderName): Outcome {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ provider, code: error.code }, 'A provider did not give a token to somebody who came back from it')
  return error.code === 'no_answer' ? 'no_answer' : 'refused'
}

/**
 * Ends what `beginAuthorization` began, when somebody comes back from the provider: only for the same person and
 * organization, once, within ten minutes.
 * @param params of the address to which the provider sent the browser
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
    const secret: Secret = {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      renewAt: tokens.renewAt,
      key: null,
      details: { ...tokens.details, ...(fromCallback && kept ? { [fromCallback]: kept } : {}) },
      calendars: null,
    }
    const { scopes, writes } = begun.request
    return await connect(context, { userId, allowance }, provider, {
      secret,
      granted: tokens.scopes ?? scopes,
      asked: scopes,
      writes,
    })
  } catch (error) {
    // The key of the environment was changed in these ten minutes: as if it had taken too long.
    return error instanceof SealError ? 'expired' : outcomeOf(error, provider)
  }
}
