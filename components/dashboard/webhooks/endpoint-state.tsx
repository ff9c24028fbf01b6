import type { DeliveryRecord, EndpointRecord } from '@/lib/dashboard/webhooks/input.ts'
import { WEBHOOK_EVENTS } from '@/lib/dashboard/model/webhook-event.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'

export const getEndpointLabel = ({ name, url }: EndpointRecord): string => name || new URL(url).host

export function EndpointBadge({ endpoint: { pausedAt, pauseReason, failingSince } }: { endpoint: EndpointRecord }) {
  if (pausedAt) return <Badge tone={pauseReason === 'failures' ? 'urgent' : 'quiet'}>Paused</Badge>
  return failingSince ? <Badge tone="primary">Failing</Badge> : <Badge tone="accent">Active</Badge>
}

/** Returns a sentence about the state of an endpoint; undefined if it works. */
export function describeEndpoint(
  { kind, pausedAt, pauseReason, failingSince }: EndpointRecord,
  timeZone: string,
): string | undefined {
  if (pausedAt && kind === 'zapier')
    return `Paused on ${formatDateTime(pausedAt, timeZone)}, because it kept failing. Turn the Zap off and on again.`
  if (pausedAt && pauseReason === 'failures')
    return `Paused on ${formatDateTime(pausedAt, timeZone)}, because it kept failing. Fix the receiver, then resume.`
  if (pausedAt) return `Paused on ${formatDateTime(pausedAt, timeZone)}. New events are not sent.`
  return failingSince ? `Failing since ${formatDateTime(failingSince, timeZone)}. We keep retrying.` : undefined
}

export const getEventLabel = (event: DeliveryRecord['event']): string =>
  event === 'test' ? 'Test event' : WEBHOOK_EVENTS[event]

const ERROR_LABELS: Record<string, string> = {
  TIMEOUT: 'No response within 10 seconds',
  PRIVATE_ADDRESS: 'The host is not on the public internet',
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver closed the connection',
  ENOTFOUND: 'Host not found',
  EAI_AGAIN: 'Host not found',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed',
  UNREADABLE_SECRET: 'The signing secret can’t be read. Rotate it',
}

/** Describes the result of the latest attempt, such as "HTTP 200" or "Host not found". */
export function describeResult({ status, error, attempts }: DeliveryRecord): string {
  if (status !== null)
    return status >= 300 && status < 400 ? `HTTP ${status}, redirects are not followed` : `HTTP ${status}`
  if (error) return ERROR_LABELS[error] ?? `Connection failed (${error})`
  return attempts === 0 ? 'Not sent yet' : 'No response'
}
