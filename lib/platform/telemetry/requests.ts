import type { Attributes } from '@opentelemetry/api'
import { createCounter, createHistogram, SHORT_BUCKETS_SECONDS } from './instruments.ts'
import { telemetry } from './telemetry.ts'

/** Source: https://opentelemetry.io/docs/specs/semconv/http/http-metrics/. `http.route` is only on traces. */
const duration = createHistogram('http.server.request.duration', 'Duration of HTTP requests', SHORT_BUCKETS_SECONDS)
const rejectedCounter = createCounter('ductwise.webhooks.rejected', 'Rejected webhook requests')

export const WEBHOOK_PATHS: ReadonlySet<string> = new Set([
  '/api/revalidate',
  '/api/webhooks/clerk',
  '/api/webhooks/voice',
  '/api/webhooks/voice/start',
])

const REJECTION_REASONS: Record<number, string> = {
  400: 'malformed',
  401: 'signature',
  413: 'too-large',
  422: 'unknown-form',
  503: 'unavailable',
}

const MIN_ERROR_STATUS = 400

const MIN_SERVER_ERROR_STATUS = 500

/** Methods with their own label. Others count as `_OTHER`, so that clients cannot create labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type HandledRequest = { handler: string; method: string | undefined; scheme: string; status: number }

/** Attributes per scheme, method and handler, indexed by status and reused by all requests. */
const attributesByRequest = new Map<string, Attributes[]>()

function getAttributes({ handler, method: requestMethod = '', scheme, status }: HandledRequest): Attributes {
  const method = METHODS.has(requestMethod) ? requestMethod : '_OTHER'
  const key = `${scheme} ${method} ${handler}`
  let byStatus = attributesByRequest.get(key)
  if (!byStatus) attributesByRequest.set(key, (byStatus = []))
  return (byStatus[status] ??= {
    'http.request.method': method,
    'http.response.status_code': status,
    'url.scheme': scheme,
    ...(status >= MIN_SERVER_ERROR_STATUS && { 'error.type': String(status) }),
    'ductwise.handler': handler,
  })
}

/** Returns a start time in monotonic milliseconds; 0 while metrics are off. */
export const startRequestTimer = (): number => (telemetry.meter ? performance.now() : 0)

/**
 * Counts a request and its duration.
 * @param start from `startRequestTimer`
 */
export function countRequest(request: HandledRequest, start: number): void {
  if (telemetry.meter) duration.record((performance.now() - start) / 1_000, getAttributes(request))
}

export function countWebhook(path: string, status: number): void {
  if (status < MIN_ERROR_STATUS || !WEBHOOK_PATHS.has(path)) return
  rejectedCounter.add(1, { 'http.route': path, 'error.type': REJECTION_REASONS[status] ?? 'other' })
}
