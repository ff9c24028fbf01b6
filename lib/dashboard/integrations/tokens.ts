import * as oauth from 'oauth4webapi'
import { log } from '../../platform/log/log.ts'
import type { OAuthServer } from './authorization-servers.ts'
import { fetchWithLimits } from './bounded-fetch.ts'
import { type FailureCode, ProviderError } from './failure.ts'

export type Tokens = {
  accessToken: string
  refreshToken: string | null
  /** Renewal time in Unix milliseconds; null if the token does not expire. */
  renewAt: number | null
  /** Granted scopes; undefined if the response omits them, which means as requested. */
  scopes: string[] | undefined
  details: Record<string, string>
}

/** Tokens are renewed this long before they expire. Short-lived tokens use a share of their lifetime instead. */
const RENEWAL_MARGIN_MS = 60_000
const RENEWAL_LIFETIME_SHARE = 0.5

function toFailureCode(error: unknown): FailureCode {
  if (error instanceof ProviderError) return error.code
  if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') return 'invalid_grant'
  if (error instanceof oauth.OperationProcessingError) {
    const { code, cause } = error
    if (code === oauth.RESPONSE_IS_NOT_CONFORM && cause instanceof Response && cause.status >= 500) return 'no_answer'
    if (cause instanceof ProviderError) return cause.code
    // The timeout occurred while the response was read.
    if (cause instanceof DOMException) return 'no_answer'
  }
  return 'unexpected_answer'
}

/** RFC 6749 errors about the site's client registration. Only the operator can fix them. */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_grant_type'])

/** Converts an error to a `ProviderError`. Omits the provider's response. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof oauth.ResponseBodyError && CLIENT_ERRORS.has(error.error)) {
    log.error({ code: error.error }, 'integrations: client rejected')
  }
  return error instanceof ProviderError ? error : new ProviderError(toFailureCode(error), { cause: error })
}

function parseTokens(server: OAuthServer, tokenResponse: oauth.TokenEndpointResponse, now: Date): Tokens {
  const { fromToken } = server.storedFields
  const storedValue = fromToken ? tokenResponse[fromToken] : undefined
  const lifetimeMs = tokenResponse.expires_in === undefined ? undefined : tokenResponse.expires_in * 1000
  return {
    accessToken: tokenResponse.access_token,
    refreshToken: tokenResponse.refresh_token ?? null,
    renewAt:
      lifetimeMs === undefined
        ? null
        : now.getTime() + Math.max(lifetimeMs - RENEWAL_MARGIN_MS, lifetimeMs * RENEWAL_LIFETIME_SHARE),
    scopes: tokenResponse.scope?.split(/[\s,]+/).filter(Boolean),
    details: fromToken && typeof storedValue === 'string' ? { [fromToken]: storedValue } : {},
  }
}

const buildTokenTypeOptions = ({ tokenType }: OAuthServer) =>
  tokenType ? { recognizedTokenTypes: { [tokenType]: () => undefined } } : {}

async function requestTokens(
  server: OAuthServer,
  now: Date,
  request: () => Promise<Response>,
  process: (response: Response) => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens> {
  try {
    return parseTokens(server, await process(await request()), now)
  } catch (error) {
    throw toProviderError(error)
  }
}

/**
 * Exchanges an authorization code for tokens (RFC 6749, section 4.1.3), with PKCE (RFC 7636).
 * @param callbackParams result of `oauth.validateAuthResponse`
 * @throws {ProviderError}
 */
export function exchangeCode(
  server: OAuthServer,
  callbackParams: URLSearchParams,
  { redirectUri, verifier, now }: { redirectUri: string; verifier: string; now: Date },
): Promise<Tokens> {
  const { metadata, client, authentication, options } = server
  return requestTokens(
    server,
    now,
    () =>
      oauth.authorizationCodeGrantRequest(
        metadata,
        client,
        authentication,
        callbackParams,
        redirectUri,
        verifier,
        options,
      ),
    (response) => oauth.processAuthorizationCodeResponse(metadata, client, response, buildTokenTypeOptions(server)),
  )
}

/**
 * Refreshes the tokens (RFC 6749, section 6).
 * @throws {ProviderError} `invalid_grant` if the refresh token is no longer valid
 */
export function refreshTokens(server: OAuthServer, refreshToken: string, now: Date): Promise<Tokens> {
  const { metadata, client, authentication, options } = server
  return requestTokens(
    server,
    now,
    () => oauth.refreshTokenGrantRequest(metadata, client, authentication, refreshToken, options),
    (response) => oauth.processRefreshTokenResponse(metadata, client, response, buildTokenTypeOptions(server)),
  )
}

/**
 * Requests a token with client credentials (RFC 6749, section 4.4).
 * @throws {ProviderError} `key_refused` if the provider rejects the key
 */
export async function exchangeKey(server: OAuthServer, now: Date): Promise<Tokens> {
  const { metadata, client, authentication, options } = server
  try {
    const response = await oauth.clientCredentialsGrantRequest(metadata, client, authentication, {}, options)
    return parseTokens(server, await oauth.processClientCredentialsResponse(metadata, client, response), now)
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError
    throw isRefused || error instanceof oauth.WWWAuthenticateChallengeError
      ? new ProviderError('key_refused', { cause: error })
      : toProviderError(error)
  }
}

export type RevocationResult = 'ended' | 'no-endpoint' | 'failed'

/**
 * Revokes a token (RFC 7009). Prefers the refresh token, which ends all access. Never throws, because the connection is
 * already deleted from the database.
 */
export async function revokeToken(
  server: OAuthServer,
  { accessToken, refreshToken }: { accessToken: string | null; refreshToken: string | null },
): Promise<RevocationResult> {
  const { metadata, client, authentication, options, revokesBearer } = server
  const token = refreshToken ?? accessToken
  if (!metadata.revocation_endpoint || !token) return 'no-endpoint'
  try {
    if (revokesBearer) {
      const headers = { authorization: `Bearer ${accessToken ?? token}` }
      const response = await fetchWithLimits(metadata.revocation_endpoint, { method: 'POST', headers })
      const { ok } = (await response.json()) as { ok?: unknown }
      return ok === true ? 'ended' : 'failed'
    }
    const tokenTypeHint = { token_type_hint: refreshToken ? 'refresh_token' : 'access_token' }
    const response = await oauth.revocationRequest(metadata, client, authentication, token, {
      ...options,
      additionalParameters: tokenTypeHint,
    })
    // RFC 7009 specifies status 200; HubSpot sends 204.
    if (response.status === 204) return 'ended'
    await oauth.processRevocationResponse(response)
    return 'ended'
  } catch (error) {
    log.warn({ code: toFailureCode(error) }, 'integrations: revocation failed')
    return 'failed'
  }
}
