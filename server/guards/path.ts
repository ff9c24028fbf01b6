import { failurePolicy, malformedPathPage } from '../../lib/platform/csp/failure-page.ts'
import type { RequestContext } from '../http/context.ts'
import { createTextResponse, type PreparedResponse } from '../http/response.ts'

/** Matches dot segments in any spelling, because proxies and servers resolve them differently. */
const DOT_SEGMENT_PATTERN = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i

/** Matches Next.js page data, which some hosting platforms serve without running the proxy. */
const PAGE_DATA_PATTERN = /^\/_next\/data(?:$|\/)|(?:\.|%2e)(?:rsc|segments)(?:$|\/|%2f)/i

const MALFORMED_PATH = createTextResponse(400, malformedPathPage, {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': failurePolicy,
})
const BLOCKED_PATH = createTextResponse(404, 'Not found.\n')

function isMalformedPath(path: string): boolean {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    // decodeURIComponent throws only for malformed escapes.
    return true
  }
}

const isBlockedPath = (path: string): boolean => DOT_SEGMENT_PATTERN.test(path) || PAGE_DATA_PATTERN.test(path)

export function checkPath({ path }: RequestContext): PreparedResponse | undefined {
  if (path.includes('%') && isMalformedPath(path)) return MALFORMED_PATH
  return isBlockedPath(path) ? BLOCKED_PATH : undefined
}
