import { setSocketAddressHeader } from '../../lib/platform/http/client-address.ts'
import type { RequestContext } from '../http/context.ts'
import { checkServerAction } from './server-action.ts'
import { sendPreparedResponse } from '../http/response.ts'
import { getOpenerPolicy, OPENER_POLICY_HEADER } from '../http/response-headers.ts'

/** Matches headers that contain the requested URL. Proxies set them, and attackers forge them. */
const PROXY_HEADER_PATTERN = /^(?:forwarded|x-forwarded-.+|x-original-.+|x-rewrite-.+|x-real-ip|x-host)$/

/** Matches internal headers of Next.js. Clients never need them. */
const NEXT_HEADER_PATTERN =
  /^(?:x-middleware-.+|x-invoke-.+|x-matched-path|x-now-.+|x-nextjs-.+|x-next-.+|x-prerender-.+|x-action-forwarded)$/

/** Header that is kept if there are trusted proxies, because its readers trust only the entries of those proxies. */
const CLIENT_CHAIN = 'x-forwarded-for'

/** Sets the host and scheme headers to those of the public URL, and removes headers that override them. */
function sanitizeHeaders({ site, request: { headers } }: RequestContext): void {
  for (const name of Object.keys(headers)) {
    const isChain = name === CLIENT_CHAIN && site.trustedProxies > 0
    if (!isChain && (PROXY_HEADER_PATTERN.test(name) || NEXT_HEADER_PATTERN.test(name)))
      Reflect.deleteProperty(headers, name)
  }
  headers.host = site.host
  headers['x-forwarded-host'] = site.host
  headers['x-forwarded-proto'] = site.protocol
}

export async function handleNext(ctx: RequestContext): Promise<void> {
  const { site, request, response, path, isDraft } = ctx
  for (const [name, value] of Object.entries(site.headers)) response.setHeader(name, value)
  response.setHeader(OPENER_POLICY_HEADER, getOpenerPolicy(path, isDraft))
  sanitizeHeaders(ctx)
  setSocketAddressHeader(request)
  // After the proxy, Next.js replaces the request's listeners (`replaceRequestBody`), so a connection reset would cause
  // an uncaught exception. Node emits the error after `close`. Tested by tests/attacks/bodies.test.ts.
  response.once('close', () => request.on('error', () => {}))
  await site.next(request, response)
}

export async function handleServerAction(ctx: RequestContext): Promise<void> {
  const refusal = await checkServerAction(ctx.request, ctx.site.origin)
  // The body may have exceeded its limit at this point.
  if (ctx.response.headersSent) return
  return refusal ? sendPreparedResponse(ctx, refusal) : handleNext(ctx)
}
