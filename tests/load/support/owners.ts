import { clerkKey, cookiesWith } from '../../e2e/account/gate-visitors.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../support/session-token.ts'

/** Milliseconds for which a token of a minute is used, as Clerk's script does in a browser. */
const USED_FOR = 45_000

/**
 * The cookies of an admin of an organization, whose token is renewed as a browser renews it.
 * @param url of the site at which the token is good
 */
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
