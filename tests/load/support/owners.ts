import { readClerkKey, buildCookies } from '../../e2e/account/gate-visitors.ts'
import { ADMIN_CLAIMS, createSessionToken } from '../../support/session-token.ts'

/** Age at which a one-minute token is renewed, like in Clerk's script. */
const TOKEN_REUSE_MS = 45_000

/** Returns an admin's cookies, renewed like in a browser. @param url site for which the token is valid */
export function createOwnerCookies(
  url: string,
  organization: string,
  user: string,
): () => Promise<Record<string, string>> {
  let cookies: Promise<Record<string, string>> | undefined
  let expiresAt = 0
  return () => {
    if (!cookies || Date.now() > expiresAt) {
      expiresAt = Date.now() + TOKEN_REUSE_MS
      const claims = { ...ADMIN_CLAIMS, azp: url, sub: user, o: { ...ADMIN_CLAIMS.o, id: organization } }
      cookies = buildCookies(createSessionToken(claims, readClerkKey()))
    }
    return cookies
  }
}
