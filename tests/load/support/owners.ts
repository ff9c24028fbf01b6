import { clerkKey, cookiesWith } from '../../e2e/account/gate-visitors.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../support/session-token.ts'

/** Milliseconds until a one-minute token is renewed, as by Clerk's script. */
const USED_FOR = 45_000

/** Returns an admin's cookies, renewed like in a browser. @param url site for which the token is valid */
export function cookiesOfOwner(url: string, organization: string, user: string): () => Promise<Record<string, string>> {
  let cookies: Promise<Record<string, string>> | undefined
  let until = 0
  return () => {
    if (!cookies || Date.now() > until) {
      until = Date.now() + USED_FOR
      const claims = { ...ADMIN_CLAIMS, azp: url, sub: user, o: { ...ADMIN_CLAIMS.o, id: organization } }
      cookies = cookiesWith(sessionToken(claims, clerkKey()))
    }
    return cookies
  }
}
