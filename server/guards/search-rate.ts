import { failurePolicy, tooManySearchesPage } from '../../lib/platform/csp/failure-page.ts'
import { getClientAddress, setSocketAddressHeader } from '../../lib/platform/http/client-address.ts'
import { SEARCH_PATH } from '../../lib/routes.ts'
import { type RequestContext, SEARCH_LIMIT } from '../http/context.ts'
import { createTextResponse, type PreparedResponse } from '../http/response.ts'

const TOO_MANY_SEARCHES = createTextResponse(429, tooManySearchesPage, {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': failurePolicy,
  'retry-after': String(SEARCH_LIMIT.windowMs / 1000),
})

export function checkSearchRate({ site, request, path, query }: RequestContext): PreparedResponse | undefined {
  if (path !== SEARCH_PATH || query === '') return undefined
  setSocketAddressHeader(request)
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
  return site.maySearch(getClientAddress(new Headers(headers), site.trustedProxies)) ? undefined : TOO_MANY_SEARCHES
}
