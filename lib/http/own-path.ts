/** An address of this site, absolute or relative to it; undefined for other origins and for anything that is not an address. */
export function ownUrl(address: string, siteUrl: string): URL | undefined {
  if (!URL.canParse(address, siteUrl)) return undefined
  const url = new URL(address, siteUrl)
  return url.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//') ? url : undefined
}

/**
 * Path (with query) of an address of this site, for redirecting back.
 * @returns `/` for other origins and for anything that is not an address
 */
export function ownPath(address: string | null, siteUrl: string): string {
  const url = address ? ownUrl(address, siteUrl) : undefined
  return url ? `${url.pathname}${url.search}` : '/'
}
