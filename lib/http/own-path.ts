/**
 * Path (with query) of an address of this site, for redirecting back.
 * @returns `/` for other origins and for anything that is not an address
 */
export function ownPath(address: string | null, siteUrl: string): string {
  if (!address || !URL.canParse(address, siteUrl)) return '/'
  const url = new URL(address, siteUrl)
  if (url.origin !== new URL(siteUrl).origin || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}`
}
