/** Matches the query parameter of Next.js's own requests. */
const OWN_PARAMETER = /^_rsc(=|$)/

/**
 * Adds a query to a URL without re-encoding it.
 * @param location path of this site or http(s) URL
 * @param query without `?`
 */
export function withQuery(location: string, query: string): string {
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && !OWN_PARAMETER.test(pair))
    .join('&')
  if (kept === '') return location
  const [address = '', ...fragment] = location.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}${kept}`, ...fragment].join('#')
}
