/** Stands for whatever origin the site is served from. */
const OWN_ORIGIN = 'https://own.invalid'

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * The address a link may lead to, or undefined for anything a visitor must not be sent to.
 * Accepts paths of this site and http, https, mailto and tel addresses; `//host` and `javascript:` in any spelling are none.
 */
export function safeHref(href: string | null | undefined): string | undefined {
  if (!href) return undefined
  if (href.startsWith('/')) return ownAddress(href)
  if (!URL.canParse(href)) return undefined
  const { protocol, href: normalized } = new URL(href)
  return SCHEMES.has(protocol) ? normalized : undefined
}

/** As a browser would read it: `//host`, `/\\host` and such with white space in between lead elsewhere. */
function ownAddress(href: string): string | undefined {
  if (!URL.canParse(href, OWN_ORIGIN)) return undefined
  const { origin, pathname, search, hash } = new URL(href, OWN_ORIGIN)
  return origin === OWN_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}
