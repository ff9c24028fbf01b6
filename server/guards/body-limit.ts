import { BODY_LIMITS } from '../../lib/platform/http/body-limits.ts'
import { API_ROOT, isBelow } from '../../lib/routes.ts'
import type { RequestContext } from '../http/context.ts'
import { createRefusal, sendPreparedResponse } from '../http/response.ts'

/** Limits by path prefix. Route handlers enforce lower ones. */
const ROOT_BODY_LIMITS: [root: string, bytes: number][] = [
  ['/__clerk', BODY_LIMITS['/__clerk']],
  ['/api/webhooks/voice', BODY_LIMITS['/api/webhooks/voice']],
  [API_ROOT, 2 * 1024 * 1024],
]

/** Limit for pages, which accept only small forms. */
const DEFAULT_LIMIT_BYTES = 16 * 1024

export const BODY_TOO_LARGE_RESPONSE = createRefusal(413, 'Request body too large.\n')

export const getBodyLimit = (path: string): number =>
  ROOT_BODY_LIMITS.find(([root]) => isBelow(root, path))?.[1] ?? DEFAULT_LIMIT_BYTES

/**
 * Rejects a body that is too large: immediately if Content-Length exceeds the limit, otherwise once the limit is
 * reached.
 */
export function limitBody(ctx: RequestContext): void {
  const { request, response, path } = ctx
  request.limitBody(getBodyLimit(path), () => {
    if (response.headersSent) return void request.destroy()
    sendPreparedResponse(ctx, BODY_TOO_LARGE_RESPONSE)
  })
}
