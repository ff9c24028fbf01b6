import { resolveSiteUrl } from '../lib/platform/http/site-path.ts'

/** Names of Clerk's redirect parameters, such as `redirect_url`, `sign_in_force_redirect_url` and `redirectUrl`. */
const REDIRECT_PARAMETER_PATTERN = /redirect_?url$/i

/** Removes cross-origin and duplicate redirects from the query of a search string or fragment. */
function removeForeignRedirects(text: string): string {
  const [base = '', query] = text.split(/\?(.*)/s)
  const allParameters = new URLSearchParams(query)
  const allowedParameters = new URLSearchParams()
  for (const [name, value] of allParameters) {
    if (
      !REDIRECT_PARAMETER_PATTERN.test(name) ||
      (resolveSiteUrl(value, location.origin) && !allowedParameters.has(name))
    )
      allowedParameters.append(name, value)
  }
  if (allowedParameters.size === allParameters.size) return text
  return allowedParameters.size > 0 ? `${base}?${allowedParameters}` : base
}

/**
 * Removes cross-origin redirects from the page URL.
 * Clerk rejects them, but its form throws an error on a malformed redirect.
 */
export function cleanRedirects(): void {
  const { pathname, search, hash } = location
  const cleanUrl = pathname + removeForeignRedirects(search) + removeForeignRedirects(hash)
  if (cleanUrl !== pathname + search + hash) history.replaceState(history.state, '', cleanUrl)
}
