/** Matches the query parameter of Next.js's own requests. */
const FRAMEWORK_PARAMETER_PATTERN = /^_rsc(=|$)/

/**
 * Adds a query to a URL without re-encoding it.
 * @param location path of this site or http(s) URL
 * @param query query string, excluding the `?`
 */
export function withQuery(location: string, query: string): string {
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '' && !FRAMEWORK_PARAMETER_PATTERN.test(pair))
    .join('&')
  if (parameters === '') return location
  const [address = '', ...fragment] = location.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}${parameters}`, ...fragment].join('#')
}
