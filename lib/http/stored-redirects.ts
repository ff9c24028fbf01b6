import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { withQuery } from './with-query.ts'

/** Header of Next on every page that it answers from its store. */
const STORED = 'x-nextjs-prerender'

/** Without it a browser remembers a permanent redirect for ever, and goes in circles once the page is back where it was. */
const ASK_EACH_TIME = 'max-age=0, must-revalidate'

/**
 * Completes the redirects among stored pages: they get the visitor's query, since a page is stored once for every query, and
 * browsers have to ask for them each time.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function completeStoredRedirects(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const start = request.url?.indexOf('?') ?? -1
    const query = start < 0 ? '' : (request.url?.slice(start + 1) ?? '')
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
    response.writeHead = (...args: unknown[]) => {
      const location = response.getHeader('location')
      if (typeof location === 'string' && response.hasHeader(STORED)) {
        const shared = response.getHeader('cache-control')
        response.setHeader('location', withQuery(location, query))
        response.setHeader('cache-control', [ASK_EACH_TIME, shared].filter(Boolean).join(', '))
      }
      return writeHead(...args)
    }
  })
}
