/** A redirect as an editor wrote it: from a path of this site to another one or to an http(s) address. */
export type Redirect = { source: string | null; destination: string | null; permanent: boolean | null }

/** Where a visitor is sent, for good or for now. */
export type Target = { destination: string; permanent: boolean }

const WEB = new Set(['http:', 'https:'])

/** The address without user name, or undefined when a visitor must not be sent there. `//host` in any spelling leads elsewhere. */
function addressOf(destination: string, siteUrl: string): URL | undefined {
  const isPath = destination.startsWith('/')
  // What is no path is an address of its own: `\\host` would be one of another site only beside this one's.
  const base = isPath ? siteUrl : undefined
  if (!URL.canParse(destination, base)) return undefined
  const url = new URL(destination, base)
  const isOwn = url.origin === new URL(siteUrl).origin
  if (!WEB.has(url.protocol) || url.username || url.password) return undefined
  if (isOwn ? url.pathname.startsWith('//') : isPath) return undefined
  return url
}

/**
 * The redirect of a path. Visitors are sent once: a redirect to a path that is redirected itself, the same one included,
 * is refused, as it is in the Studio.
 * @param siteUrl public origin of the site
 */
export function redirectFrom(path: string, redirects: Redirect[], siteUrl: string): Target | undefined {
  const found = redirects.find(({ source }) => source === path)
  const url = found?.destination && addressOf(found.destination, siteUrl)
  if (!found || !url) return undefined
  const permanent = found.permanent ?? false
  if (url.origin !== new URL(siteUrl).origin) return { destination: url.href, permanent }
  if (redirects.some(({ source }) => source === url.pathname)) return undefined
  return { destination: `${url.pathname}${url.search}${url.hash}`, permanent }
}
