/** Resolves an absolute or relative URL of this site. Returns undefined for other origins and invalid URLs. */
export function resolveSiteUrl(address: string, siteUrl: string): URL | undefined {
  if (!URL.canParse(address, siteUrl)) return undefined
  const url = new URL(address, siteUrl)
  return url.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//') ? url : undefined
}

/** Returns the path and query for a redirect back; `/` for other origins and invalid URLs. */
export function resolveSitePath(address: string | null, siteUrl: string): string {
  const url = address ? resolveSiteUrl(address, siteUrl) : undefined
  return url ? `${url.pathname}${url.search}` : '/'
}
