import { verifyToken } from '@clerk/backend'
import { TokenVerificationError, TokenVerificationErrorReason } from '@clerk/backend/errors'
import { constants } from '@clerk/backend/internal'
import { decodeJwt } from '@clerk/backend/jwt'
import { getCookieSuffix } from '@clerk/shared/keys'
import { type Facts, factsOf, SIGNED_OUT } from './facts.ts'

/** What it takes to tell whether a session token is genuine. */
export type TokenSettings = {
  publishableKey: string
  secretKey: string
  /** PEM of the public key; without it Clerk is asked once and the answer kept. */
  jwtKey: string | undefined
  /** Address of the Backend API; undefined for Clerk's own. */
  apiUrl: string | undefined
  /** Public origin of the site: tokens that were made for another one are refused. */
  siteUrl: string
}

const { Headers: ClerkHeaders, Cookies: ClerkCookies } = constants

function cookies(header: string | null): Map<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}

/** Where Clerk's own code looks, in its order. What the proxy found comes first: it may have refreshed the token. */
async function tokenOf(headers: Headers, publishableKey: string): Promise<string | undefined> {
  const bearer = headers.get('authorization')?.replace(/^Bearer /i, '')
  const jar = cookies(headers.get('cookie'))
  const suffix = await getCookieSuffix(publishableKey, globalThis.crypto.subtle)
  return (
    headers.get(ClerkHeaders.AuthToken) ||
    bearer ||
    jar.get(`${ClerkCookies.Session}_${suffix}`) ||
    jar.get(ClerkCookies.Session) ||
    undefined
  )
}

/** A token that cannot even be read is nobody's, and is not worth a question for the key it names. */
function isReadable(token: string): boolean {
  try {
    decodeJwt(token)
    return true
  } catch {
    // Anybody may send anything as a token: it counts as none, and is too common to log.
    return false
  }
}

/** Whether a token was checked and does not hold; otherwise the key to check it with could not be fetched. */
const isRefused = (error: unknown) =>
  error instanceof TokenVerificationError && error.reason !== TokenVerificationErrorReason.RemoteJWKFailedToLoad

/**
 * Who sent a request, by its session token. The signature, the times and the origin of the token are checked here,
 * whether or not the proxy ran before; the proxy's own verdict can only refuse.
 * @returns signed out for any token that does not hold
 * @throws when the public key is not configured and Clerk does not answer
 */
export async function factsFrom(headers: Headers, settings: TokenSettings): Promise<Facts> {
  const { publishableKey, secretKey, jwtKey, apiUrl, siteUrl } = settings
  const proxyVerdict = headers.get(ClerkHeaders.AuthStatus)
  if (proxyVerdict && proxyVerdict !== 'signed-in') return SIGNED_OUT
  const token = await tokenOf(headers, publishableKey)
  if (!token || !isReadable(token)) return SIGNED_OUT
  try {
    return factsOf(await verifyToken(token, { secretKey, jwtKey, apiUrl, authorizedParties: [siteUrl] }))
  } catch (error) {
    if (isRefused(error)) return SIGNED_OUT
    throw error
  }
}
