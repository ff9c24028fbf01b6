import { ownUrl } from '../lib/platform/http/own-path.ts'

/** Names of Clerk's redirect parameters, such as `redirect_url`, `sign_in_force_redirect_url` and `redirectUrl`. */
const REDIRECT_PARAMETER = /redirect_?url$/i

/** Removes cross-origin and duplicate redirects from the query of a search string or fragment. */
function withOwnRedirects(text: string): string {
  const [before = '', query] = text.split(/\?(.*)/s)
  const all = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const [name, value] of all) {
    if (!REDIRECT_PARAMETER.test(name) || (ownUrl(value, location.origin) && !kept.has(name))) kept.append(name, value)
  }
  if (kept.size === all.size) return text
  return kept.size > 0 ? `${before}?${kept}` : before
}

/**
 * Removes cross-origin redirects from the page URL.
 * Clerk rejects them, but its form throws an error on a malformed redirect.
 */
export function keepOwnRedirects(): void {
  const { pathname, search, hash } = location
  const own = pathname + withOwnRedirects(search) + withOwnRedirects(hash)
  if (own !== pathname + search + hash) history.replaceState(history.state, '', own)
}
