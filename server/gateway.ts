import { startRequestTimer } from '../lib/platform/telemetry/requests.ts'
import { createContext, createSite, type RequestContext, type SiteOptions, usePublicOrigin } from './http/context.ts'
import { checkHost } from './guards/allowed-host.ts'
import { limitBody } from './guards/body-limit.ts'
import { checkHttpVersion, checkMethod } from './guards/method.ts'
import { checkPath } from './guards/path.ts'
import { checkSearchRate } from './guards/search-rate.ts'
import { handleCachedRoute, handleSpeculationRules, handleStaticFile } from './handlers/file.ts'
import { handleNext, handleServerAction } from './handlers/next.ts'
import { handleOperator } from './handlers/operator.ts'
import { handleDynamicPage, handleExtraSlashes, handlePage } from './handlers/page.ts'
import { recordHandledRequest, recordMetricsOnClose, traceRequest } from './instrumentation.ts'
import { sendFromMemory, sendPreparedResponse } from './http/response.ts'
import { findRouteKind, type RouteKind } from './http/route-kind.ts'
import type { SiteListener } from './http/site-response.ts'

const HANDLERS: Record<RouteKind, (ctx: RequestContext) => void | Promise<void>> = {
  file: handleStaticFile,
  page: handlePage,
  'extra-slashes': handleExtraSlashes,
  cached: handleCachedRoute,
  dynamic: handleDynamicPage,
  rules: handleSpeculationRules,
  operator: handleOperator,
  action: handleServerAction,
  next: handleNext,
}

/**
 * Creates the listener for all requests. It serves fresh responses from memory, and handles other requests by their
 * route kind.
 */
export function createGateway(options: SiteOptions): SiteListener {
  const site = createSite(options)
  return (request, response) => {
    const start = startRequestTimer()
    const ctx = createContext(site, request, response)
    limitBody(ctx)
    if (response.headersSent) return
    const refusal = checkHttpVersion(ctx) ?? checkHost(ctx)
    if (refusal) return sendPreparedResponse(ctx, refusal)
    usePublicOrigin(ctx)
    if (sendFromMemory(ctx)) return recordHandledRequest(ctx, 'memory', start)
    recordMetricsOnClose(ctx, start)
    traceRequest(ctx, handleRoute)
  }
}

async function handleRoute(ctx: RequestContext): Promise<void> {
  const refusal = checkPath(ctx) ?? checkSearchRate(ctx)
  if (refusal) return sendPreparedResponse(ctx, refusal)
  ctx.kind = findRouteKind(ctx)
  const methodRefusal = checkMethod(ctx)
  if (methodRefusal) return sendPreparedResponse(ctx, methodRefusal)
  return HANDLERS[ctx.kind](ctx)
}
