import { ownUrl } from '../lib/http/own-path.ts'

/** Clerk's parameters for where to go next: `redirect_url`, `sign_in_force_redirect_url`, `redirectUrl` and more. */
const REDIRECT_PARAMETER = /redirect_?url$/i

/** Keeps the query of a path, or of a fragment, without addresses of other sites and without repetitions. */
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
 * Takes redirects to other sites out of the address bar, behind `?` and `#`. Clerk refuses other sites by itself, but its
 * form throws on a redirect that is no address.
 */
export function keepOwnRedirects(): void {
  const { pathname, search, hash } = location
  const own = pathname + withOwnRedirects(search) + withOwnRedirects(hash)
  if (own !== pathname + search + hash) history.replaceState(history.state, '', own)
}
