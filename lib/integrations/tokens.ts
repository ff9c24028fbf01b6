import * as oauth from 'oauth4webapi'
import { log } from '../log/log.ts'
import type { OAuthServer } from './authorization-servers.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { type FailureCode, ProviderError } from './failure.ts'

/** What a provider gave. */
export type Tokens = {
  accessToken: string
  refreshToken: string | null
  /** When to ask for the next one, in milliseconds since 1970; null when it is not said that it ends. */
  renewAt: number | null
  /** What was granted; undefined when the provider does not say, which means what was asked for. */
  scopes: string[] | undefined
  /** Values of the answer that requests need, by the provider's names. */
  details: Record<string, string>
}

/** Milliseconds before its end at which a token is renewed, and where it lives for less, the share of its life. */
const MARGIN = 60_000
const SHARE = 0.5

const RESPONSE_NOT_CONFORM = oauth.RESPONSE_IS_NOT_CONFORM
const SERVER_ERROR = 500

/** A response that an error of the library is about. */
function responseIn(error: oauth.OperationProcessingError): Response | undefined {
  return error.cause instanceof Response ? error.cause : undefined
}

function failureOf(error: unknown): FailureCode {
  if (error instanceof ProviderError) return error.code
  if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') return 'invalid_grant'
  if (error instanceof oauth.OperationProcessingError) {
    if (error.code === RESPONSE_NOT_CONFORM && (responseIn(error)?.status ?? 0) >= SERVER_ERROR) return 'no_answer'
    if (error.cause instanceof ProviderError) return error.cause.code
    // The deadline passed while the answer was read.
    if (error.cause instanceof DOMException) return 'no_answer'
  }
  return 'unexpected_answer'
}

/** What the provider says is wrong with our own registration there, which nobody but us can mend; a code of RFC 6749. */
const OWN_FAULTS = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_grant_type'])

/** @returns the same error as one that says what to do; answers of providers are never part of it */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof oauth.ResponseBodyError && OWN_FAULTS.has(error.error)) {
    log.error({ code: error.error }, 'A provider refuses the client that this site is registered as')
  }
  return error instanceof ProviderError ? error : new ProviderError(failureOf(error), { cause: error })
}

function tokensOf(server: OAuthServer, answer: oauth.TokenEndpointResponse, now: Date): Tokens {
  const { fromToken } = server.keeps
  const kept = fromToken ? answer[fromToken] : undefined
  const life = answer.expires_in === undefined ? undefined : answer.expires_in * 1000
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    renewAt: life === undefined ? null : now.getTime() + Math.max(life - MARGIN, life * SHARE),
    scopes: answer.scope?.split(/[\s,]+/).filter(Boolean),
    details: fromToken && typeof kept === 'string' ? { [fromToken]: kept } : {},
  }
}

const tokenTypes = ({ tokenType }: OAuthServer) =>
  tokenType ? { recognizedTokenTypes: { [tokenType]: () => undefined } } : {}

/** Asks for tokens. @throws {ProviderError} */
async function ask(
  server: OAuthServer,
  now: Date,
  request: () => Promise<Response>,
  process: (response: Response) => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens> {
  try {
    return tokensOf(server, await process(await request()), now)
  } catch (error) {
    throw asProviderError(error)
  }
}

/**
 * Exchanges the code with which somebody came back (RFC 6749, section 4.1.3, with the verifier of RFC 7636).
 * @param answer of the provider, as `oauth.validateAuthResponse` returns it
 * @throws {ProviderError}
 */
export function exchangeCode(
  server: OAuthServer,
  answer: URLSearchParams,
  { redirectUri, verifier, now }: { redirectUri: string; verifier: string; now: Date },
): Promise<Tokens> {
  const { metadata, client, authentication, options } = server
  return ask(
    server,
    now,
    () => oauth.authorizationCodeGrantRequest(metadata, client, authentication, answer, redirectUri, verifier, options),
    (response) => oauth.processAuthorizationCodeResponse(metadata, client, response, tokenTypes(server)),
  )
}

/** Exchanges a refresh token (RFC 6749, section 6). @throws {ProviderError} `invalid_grant` when it is good no longer */
export function refresh(server: OAuthServer, refreshToken: string, now: Date): Promise<Tokens> {
  const { metadata, client, authentication, options } = server
  return ask(
    server,
    now,
    () => oauth.refreshTokenGrantRequest(metadata, client, authentication, refreshToken, options),
    (response) => oauth.processRefreshTokenResponse(metadata, client, response, tokenTypes(server)),
  )
}

/** Exchanges a key of the owner's for a token (RFC 6749, section 4.4). @throws {ProviderError} `key_refused` */
export async function exchangeKey(server: OAuthServer, now: Date): Promise<Tokens> {
  const { metadata, client, authentication, options } = server
  try {
    const response = await oauth.clientCredentialsGrantRequest(metadata, client, authentication, {}, options)
    return tokensOf(server, await oauth.processClientCredentialsResponse(metadata, client, response), now)
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError
    throw isRefused || error instanceof oauth.WWWAuthenticateChallengeError
      ? new ProviderError('key_refused', { cause: error })
      : asProviderError(error)
  }
}

/** What became of a permission at the provider. */
export type Revoked = 'ended' | 'no-endpoint' | 'failed'

/**
 * Ends a permission at the provider, by its refresh token where there is one, so that all of it ends (RFC 7009). It never
 * throws: here it has ended already.
 */
export async function revoke(
  server: OAuthServer,
  { accessToken, refreshToken }: { accessToken: string | null; refreshToken: string | null },
): Promise<Revoked> {
  const { metadata, client, authentication, options, revokesBearer } = server
  const token = refreshToken ?? accessToken
  if (!metadata.revocation_endpoint || !token) return 'no-endpoint'
  try {
    if (revokesBearer) {
      const headers = { authorization: `Bearer ${accessToken ?? token}` }
      const response = await boundedFetch(metadata.revocation_endpoint, { method: 'POST', headers })
      const { ok } = (await response.json()) as { ok?: unknown }
      return ok === true ? 'ended' : 'failed'
    }
    const hint = { token_type_hint: refreshToken ? 'refresh_token' : 'access_token' }
    const response = await oauth.revocationRequest(metadata, client, authentication, token, {
      ...options,
      additionalParameters: hint,
    })
    // RFC 7009 answers 200; HubSpot answers 204.
    if (response.status === 204) return 'ended'
    await oauth.processRevocationResponse(response)
    return 'ended'
  } catch (error) {
    log.warn({ code: failureOf(error) }, 'A provider did not end a permission that was removed here')
    return 'failed'
  }
}
