import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Header of Next on every page that it answers from its store. */
const STORED = 'x-nextjs-prerender'

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

/**
 * Adds the visitor's query to the redirects among stored pages: a page is stored once for every query, so its own
 * location cannot have it. Requests without a query are left alone.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function keepQueryOnStoredRedirects(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const start = request.url?.indexOf('?') ?? -1
    if (start < 0) return
    const query = request.url?.slice(start + 1) ?? ''
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
    response.writeHead = (...args: unknown[]) => {
      const location = response.getHeader('location')
      if (typeof location === 'string' && response.hasHeader(STORED)) {
        response.setHeader('location', withQuery(location, query))
      }
      return writeHead(...args)
    }
  })
}
