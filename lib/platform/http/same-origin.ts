import { isOwnOrigin } from './own-origin.ts'

/**
 * Browsers send `Origin` with every POST (`null` from secret URLs), but no `Sec-Fetch-Site` on plain http. The host check can
 * only refuse, because any host may lead here.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = headers.get('origin') ?? 'null'
  return origin === 'null' ? site === 'same-origin' : isOwnOrigin(origin, headers.get('host'), siteUrl)
}
