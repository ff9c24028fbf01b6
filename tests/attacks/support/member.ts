import { buildCookies } from '../../e2e/account/gate-visitors.ts'
import { stack } from '../../support/stack/addresses.ts'
import { buildAdminClaims, signToken } from './forged-tokens.ts'

const { siteUrl } = stack.env

export async function createAdminClient(
  organizationId: string,
): Promise<(path: string, init?: RequestInit, at?: string) => Promise<Response>> {
  const cookies = await buildCookies(signToken(buildAdminClaims(organizationId)))
  return (path, { headers, ...init } = {}, baseUrl = siteUrl) =>
    fetch(baseUrl + path, {
      redirect: 'manual',
      ...init,
      headers: { origin: siteUrl, 'content-type': 'application/json', ...cookies, ...headers },
    })
}
