import { clerkKey, cookiesWith } from '../../e2e/account/gate-visitors.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../support/session-token.ts'
import { stack } from '../../support/stack/addresses.ts'

const { siteUrl } = stack.env

/** How a signed-in admin of an organization asks the site: just confirmed, with every right. */
export async function adminOf(
  organizationId: string,
): Promise<(path: string, init?: RequestInit, at?: string) => Promise<Response>> {
  const claims = { ...ADMIN_CLAIMS, azp: siteUrl, fva: [0, 0], o: { ...ADMIN_CLAIMS.o, id: organizationId } }
  const cookies = await cookiesWith(sessionToken(claims, clerkKey()))
  return (path, { headers, ...init } = {}, at = siteUrl) =>
    fetch(at + path, {
      redirect: 'manual',
      ...init,
      headers: { origin: siteUrl, 'content-type': 'application/json', ...cookies, ...headers },
    })
}
