import { createCounter, createHistogram, SHORT_BUCKETS_SECONDS } from './instruments.ts'
import { telemetry } from './telemetry.ts'

const duration = createHistogram(
  'ductwise.request.duration.seconds',
  'Request duration by handler and status',
  SHORT_BUCKETS_SECONDS,
)
const rejectedCounter = createCounter('ductwise.webhooks.refused', 'Rejected webhook requests')

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

const attributesByDestination = new Map<string, { destination: string; status: string }[]>()

function getAttributes(destination: string, status: number): { destination: string; status: string } {
  const statusClass = Math.trunc(status / 100)
  let classes = attributesByDestination.get(destination)
  if (!classes) attributesByDestination.set(destination, (classes = []))
  return (classes[statusClass] ??= { destination, status: `${statusClass}xx` })
}

/** Returns a start time in monotonic milliseconds; 0 while metrics are off. */
export const startRequestTimer = (): number => (telemetry.meter ? performance.now() : 0)

/**
 * Counts a request and its duration.
 * @param destination `memory`, or see `server/instrumentation.ts`
 * @param start from `startRequestTimer`
 */
export function countRequest(destination: string, status: number, start: number): void {
  if (telemetry.meter) duration.record((performance.now() - start) / 1_000, getAttributes(destination, status))
}

export function countWebhook(path: string, status: number): void {
  if (status < MIN_ERROR_STATUS || !WEBHOOK_PATHS.has(path)) return
  rejectedCounter.add(1, { route: path, reason: REJECTION_REASONS[status] ?? 'other' })
}
