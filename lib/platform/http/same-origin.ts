import { isSiteOrigin } from './site-origin.ts'

/**
 * Returns whether a page of this site sent the request. Browsers send `Origin` with every POST (`null` from secret
 * URLs), but no `Sec-Fetch-Site` over plain http. The host check can only reject, because any host may resolve to this
 * server.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = headers.get('origin') ?? 'null'
  return origin === 'null' ? site === 'same-origin' : isSiteOrigin(origin, headers.get('host'), siteUrl)
}
