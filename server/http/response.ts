import fresh from 'fresh'
import Negotiator from 'negotiator'
import { lookups } from '../../lib/platform/telemetry/page-cache.ts'
import { Body, type Encoding, ENCODINGS } from './body.ts'
import type { RequestContext, Site } from './context.ts'
import type { RenderedResponse } from './render.ts'
import { type CachedResponse, type CacheResult, IMMUTABLE_LIFETIME } from './response-cache.ts'
import { DEFAULT_POLICY, getResourcePolicy, isHtml, POLICY_HEADER, RESOURCE_POLICY_HEADER } from './response-headers.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteResponse } from './site-response.ts'

type Fields = Record<string, string>

export type PreparedResponse = { status: number; headers: Fields; body: Body }

/** Builds a text response. It is never cached by default; `headers` overrides the defaults. */
export function createTextResponse(status: number, text: string, headers: Fields = {}): PreparedResponse {
  const type = headers['content-type'] ?? 'text/plain; charset=utf-8'
  return {
    status,
    headers: { 'content-type': type, [POLICY_HEADER]: DEFAULT_POLICY, 'cache-control': 'no-store', ...headers },
    body: new Body(Buffer.from(text), type),
  }
}

/** Builds an error response that closes the connection, so that the rest of the request is not read. */
export const createRefusal = (status: number, text: string, headers: Fields = {}): PreparedResponse =>
  createTextResponse(status, text, { ...headers, connection: 'close' })

function chooseEncoding(request: SiteRequest): Encoding {
  const negotiator = new Negotiator(request)
  return ENCODINGS.find((encoding) => negotiator.encoding([encoding]) !== undefined) ?? 'identity'
}

/** Writes a response. Negotiates the encoding, and sends 304 if the client already has the response. */
export function writeResponse(request: SiteRequest, response: SiteResponse, prepared: PreparedResponse): void {
  const { status, headers, body } = prepared
  const encoding = body.isText ? chooseEncoding(request) : 'identity'
  const { bytes, etag } = body.getVariant(encoding)
  const commonHeaders = body.isText ? { ...headers, etag, vary: 'Accept-Encoding' } : { ...headers, etag }
  if (status === 200 && fresh(request.headers, { etag })) {
    response.writeWholeHead(304, commonHeaders)
    response.end()
    return
  }
  response.writeWholeHead(status, {
    ...commonHeaders,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function mergeHeaders(site: Site, headers: Fields): Fields {
  const type = headers['content-type']
  const resourcePolicy = getResourcePolicy(type, headers['cache-control'])
  return {
    ...site.headers,
    [RESOURCE_POLICY_HEADER]: resourcePolicy,
    ...(isHtml(type) && site.pageHeaders),
    ...headers,
  }
}

function completeResponse(site: Site, prepared: PreparedResponse): PreparedResponse {
  const completedResponse = site.completed.get(prepared.body)
  if (completedResponse) return completedResponse
  const newResponse = { ...prepared, headers: mergeHeaders(site, prepared.headers) }
  site.completed.set(prepared.body, newResponse)
  return newResponse
}

export const sendPreparedResponse = ({ site, request, response }: RequestContext, prepared: PreparedResponse): void =>
  writeResponse(request, response, completeResponse(site, prepared))

/** Sends a cached response. An edge cache stores no 404s, because their number is unlimited. */
function sendCachedResponse(ctx: RequestContext, cached: CachedResponse): void {
  const { edgeHeaders } = ctx.site
  const { lifetime } = cached
  if (!edgeHeaders || cached.status !== 200 || lifetime === IMMUTABLE_LIFETIME) return sendPreparedResponse(ctx, cached)
  const completed = completeResponse(ctx.site, cached)
  const headers = { ...completed.headers, ...edgeHeaders(lifetime) }
  writeResponse(ctx.request, ctx.response, { ...completed, headers })
}

export function sendFromMemory(ctx: RequestContext): boolean {
  const cached = ctx.isRead && !ctx.isDraft ? ctx.site.cache.getFreshResponse(ctx.path) : undefined
  if (!cached) return false
  sendCachedResponse(ctx, cached)
  lookups.hit++
  return true
}

export function sendRenderedResponse({ site, request, response }: RequestContext, rendered: RenderedResponse): void {
  const { status, headers, body } = rendered
  const mergedHeaders = { ...mergeHeaders(site, headers), 'content-length': String(body.length) }
  response.setHeaders(new Map(Object.entries(mergedHeaders)))
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

export function sendResult(ctx: RequestContext, result: CacheResult): void {
  if ('cached' in result) return sendCachedResponse(ctx, result.cached)
  const { status, headers, body } = result.rendered
  const type = headers['content-type'] ?? ''
  if (status !== 200 || isHtml(type)) return sendRenderedResponse(ctx, result.rendered)
  sendPreparedResponse(ctx, { status, headers, body: new Body(body, type) })
}
