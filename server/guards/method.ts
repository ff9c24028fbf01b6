import { API_ROOT, isBelow } from '../../lib/routes.ts'
import type { RequestContext } from '../http/context.ts'
import { createRefusal, type PreparedResponse } from '../http/response.ts'
import { hasActions } from '../http/route-kind.ts'

const READ_METHODS: readonly string[] = ['GET', 'HEAD']
const ACTION_METHODS: readonly string[] = [...READ_METHODS, 'POST']

/** Methods of route handlers. Next.js checks which of them a route exports. */
const ROUTE_METHODS: readonly string[] = [...ACTION_METHODS, 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const ROUTE_ROOTS = [API_ROOT, '/__clerk']

const HTTP_VERSION_RESPONSE = createRefusal(400, 'HTTP/1.1 required.\n')

/** Rejects HTTP/0.9, which occurs only in request smuggling. */
export const checkHttpVersion = ({ request }: RequestContext): PreparedResponse | undefined =>
  request.httpVersionMajor < 1 ? HTTP_VERSION_RESPONSE : undefined

function listMethods(path: string): readonly string[] {
  if (ROUTE_ROOTS.some((root) => isBelow(root, path))) return ROUTE_METHODS
  return hasActions(path) ? ACTION_METHODS : READ_METHODS
}

/** Rejects methods that the path does not support. Pages accept POST only for server actions. */
export function checkMethod({ request, isRead, path, kind }: RequestContext): PreparedResponse | undefined {
  if (isRead || kind === 'action') return undefined
  const methods = kind === 'next' ? listMethods(path) : READ_METHODS
  const isForm = request.method === 'POST' && methods === ACTION_METHODS
  if (methods.includes(request.method ?? '') && !isForm) return undefined
  return createRefusal(405, 'Method not allowed.\n', { allow: (isForm ? READ_METHODS : methods).join(', ') })
}
