const PLACEHOLDER_ORIGIN = 'https://own.invalid'

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Returns the link if it is a path of this site or an http, https, mailto or tel URL. Returns undefined for `//host`,
 * `javascript:` and others, in any spelling.
 */
export function toSafeHref(href: string | null | undefined): string | undefined {
  if (!href) return undefined
  if (href.startsWith('/')) return toSitePath(href)
  if (!URL.canParse(href)) return undefined
  const { protocol, href: normalized } = new URL(href)
  return SAFE_SCHEMES.has(protocol) ? normalized : undefined
}

/**
 * Returns the link if it stays on this site, as browsers parse it. `//host`, `/\\host` and variants with white space
 * lead to other sites.
 */
function toSitePath(href: string): string | undefined {
  if (!URL.canParse(href, PLACEHOLDER_ORIGIN)) return undefined
  const { origin, pathname, search, hash } = new URL(href, PLACEHOLDER_ORIGIN)
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}
