/**
 * Whether a browser sent this request from a page of this site. Browsers add both headers to every POST and scripts cannot
 * change them; `Sec-Fetch-Site` is missing on plain http, `Origin` says the same there.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  return headers.get('origin') === new URL(siteUrl).origin
}
