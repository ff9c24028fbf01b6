import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { withQuery } from './with-query.ts'

/** Header of Next on every page that it answers from its store. */
const STORED = 'x-nextjs-prerender'

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
