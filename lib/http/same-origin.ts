import { isOwnOrigin } from './own-origin.ts'

/**
 * Whether a browser sent this request from a page of this site. Browsers add `Origin` to every POST and scripts cannot change
 * it; a page whose address is a secret sends `null` for it. `Sec-Fetch-Site` is missing on plain http. It compares with the
 * host that was asked for, which may be any that leads here, so it can refuse but not stand for a foreign origin.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = headers.get('origin') ?? 'null'
  return origin === 'null' ? site === 'same-origin' : isOwnOrigin(origin, headers.get('host'), siteUrl)
}
