import type { RequestContext } from '../http/context.ts'
import { OPERATOR_PATHS } from '../http/route-kind.ts'
import { createRefusal, type PreparedResponse } from '../http/response.ts'

/** Rejects unknown hosts, except for health checks, which use the process's address. */
export function checkHost({ site, request, path }: RequestContext): PreparedResponse | undefined {
  if (site.isAllowedHost(request.headers) || OPERATOR_PATHS.has(path)) return undefined
  return createRefusal(421, 'Unknown host.\n')
}
