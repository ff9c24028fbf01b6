import { log } from '../lib/platform/log/log.ts'
import { createRequestId, REQUEST_ID_HEADER, withRequestId } from '../lib/platform/log/request-id.ts'
import { countRequest, countWebhook } from '../lib/platform/telemetry/requests.ts'
import { recordStatus, runSpan } from '../lib/platform/telemetry/spans.ts'
import { telemetry } from '../lib/platform/telemetry/telemetry.ts'
import type { RequestContext } from './http/context.ts'
import { OPERATOR_PATHS } from './http/route-kind.ts'
import { sendRenderedResponse } from './http/response.ts'
import type { RouteKind } from './http/route-kind.ts'

/** Path of the open dashboards' long poll. The duration of such a request is meaningless. */
const CHANGES_PATH = '/api/dashboard/changes'

const HANDLER_LABELS: Partial<Record<RouteKind, string>> = { 'extra-slashes': 'next', action: 'next' }

/** Returns the label of the handler in metrics and traces; `gateway` for requests that were rejected first. */
const getHandler = ({ kind }: RequestContext): string => (kind ? (HANDLER_LABELS[kind] ?? kind) : 'gateway')

/** Counts a request with its duration so far; does nothing while metrics are off. @param start from `startRequestTimer` */
export function recordHandledRequest(
  { site, request, response }: RequestContext,
  handler: string,
  start: number,
): void {
  if (start <= 0) return
  countRequest({ handler, method: request.method, scheme: site.protocol, status: response.statusCode }, start)
}

/** Counts a request when its response closes; does nothing while metrics are off. */
export function recordMetricsOnClose(ctx: RequestContext, start: number): void {
  if (start <= 0) return
  const { response, path } = ctx
  response.once('close', () => {
    recordHandledRequest(ctx, path === CHANGES_PATH ? 'long-poll' : getHandler(ctx), start)
    countWebhook(path, response.statusCode)
  })
}

function sendFailure(ctx: RequestContext, err: unknown): void {
  log.error({ err }, 'http: request failed')
  if (ctx.response.headersSent) return void ctx.response.destroy()
  sendRenderedResponse(ctx, {
    status: 500,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.alloc(0),
  })
}

/** Runs a handler in a span. Health checks are frequent and get no span. */
async function runInSpan(ctx: RequestContext, requestId: string, handle: () => Promise<void>): Promise<void> {
  if (!telemetry.tracing || OPERATOR_PATHS.has(ctx.path)) return handle()
  const { site, request, response, path } = ctx
  const { method = '', headers } = request
  const route = site.routeName(path)
  const traceparent = site.trustedProxies > 0 ? String(headers.traceparent ?? '') : undefined
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'url.scheme': site.protocol,
    'request.id': requestId,
  }
  await runSpan(`${method} ${route}`, { kind: 'server', attributes, traceparent }, async () => {
    await handle()
    recordStatus(response.statusCode, 500)
    telemetry.tracing?.describe({ 'ductwise.handler': getHandler(ctx) })
  })
}

/** Runs a handler with a request id for the log; logs an error and responds 500. */
export function traceRequest(ctx: RequestContext, handle: (ctx: RequestContext) => Promise<void>): void {
  const id = createRequestId(ctx.request.headers, ctx.site.trustedProxies)
  if (ctx.path.startsWith('/api/')) ctx.response.setHeader(REQUEST_ID_HEADER, id)
  const run = () => handle(ctx).catch((err: unknown) => sendFailure(ctx, err))
  withRequestId(id, () => void runInSpan(ctx, id, run))
}
