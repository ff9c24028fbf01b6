import { counter, histogram, SHORT } from './instruments.ts'
import { telemetry } from './telemetry.ts'

const duration = histogram('ductwise.request.duration.seconds', 'Request duration by handler and status', SHORT)
const refused = counter('ductwise.webhooks.refused', 'Rejected webhook requests')

export const WEBHOOK_PATHS: ReadonlySet<string> = new Set([
  '/api/revalidate',
  '/api/webhooks/clerk',
  '/api/webhooks/voice',
  '/api/webhooks/voice/start',
])

const REASONS: Record<number, string> = {
  400: 'malformed',
  401: 'signature',
  413: 'too-large',
  422: 'unknown-form',
  503: 'unavailable',
}

const FIRST_REFUSAL = 400

const known = new Map<string, { destination: string; status: string }[]>()

function attributesOf(destination: string, status: number): { destination: string; status: string } {
  const hundreds = Math.trunc(status / 100)
  let classes = known.get(destination)
  if (!classes) known.set(destination, (classes = []))
  return (classes[hundreds] ??= { destination, status: `${hundreds}xx` })
}

/** Returns a start time in monotonic milliseconds; 0 while metrics are off. */
export const requestStart = (): number => (telemetry.meter ? performance.now() : 0)

/**
 * Counts a request and its duration.
 * @param destination `memory`, or see `server/instrumentation.ts`
 * @param start from `requestStart`
 */
export function countRequest(destination: string, status: number, start: number): void {
  if (telemetry.meter) duration.record((performance.now() - start) / 1_000, attributesOf(destination, status))
}

export function countWebhook(path: string, status: number): void {
  if (status < FIRST_REFUSAL || !WEBHOOK_PATHS.has(path)) return
  refused.add(1, { route: path, reason: REASONS[status] ?? 'other' })
}
