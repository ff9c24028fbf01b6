import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { MALFORMED_PATH } from '../routes.ts'

/** Whether the path of an address cannot be decoded: a `%` in it stands before no character of UTF-8. */
export function isMalformedPath(address: string): boolean {
  const [path = ''] = address.split('?', 1)
  try {
    decodeURIComponent(path)
    return false
  } catch {
    // It throws for nothing else, and that is the answer.
    return true
  }
}

/**
 * Leads requests for malformed paths to a page that says so: the framework decodes paths before any code of the site,
 * and answers 500 when it cannot. Called once at boot.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function refuseMalformedPaths(): void {
  subscribe('http.server.request.start', (event) => {
    const { request } = event as { request: IncomingMessage }
    if (request.url?.includes('%') && isMalformedPath(request.url)) request.url = MALFORMED_PATH
  })
}
