import { cookiesWith } from '../../e2e/account/gate-visitors.ts'
import { stack } from '../../support/stack/addresses.ts'
import { adminClaims, signedToken } from './forged-tokens.ts'

const { siteUrl } = stack.env

export async function adminOf(
  organizationId: string,
): Promise<(path: string, init?: RequestInit, at?: string) => Promise<Response>> {
  const cookies = await cookiesWith(signedToken(adminClaims(organizationId)))
  return (path, { headers, ...init } = {}, at = siteUrl) =>
    fetch(at + path, {
      redirect: 'manual',
      ...init,
      headers: { origin: siteUrl, 'content-type': 'application/json', ...cookies, ...headers },
    })
}
