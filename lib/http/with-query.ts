/** Parameters of the framework's own requests, which are nobody else's business. */
const OWN_PARAMETER = /^_rsc(=|$)/

/**
 * A location with a query added to its own, as it was written.
 * @param location path of this site or http(s) address
 * @param query without its `?`
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
