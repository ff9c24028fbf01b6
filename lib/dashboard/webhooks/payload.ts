import type { WebhookEvent } from '../model/webhook-event.ts'

/** Version of the payloads. A change that could break receivers needs a new version. */
export const WEBHOOK_API_VERSION = '2026-12-01'

export type WebhookPayload = {
  type: WebhookEvent | 'test'
  /** ISO 8601, in UTC. */
  timestamp: string
  apiVersion: string
  data: Record<string, unknown>
}

/** Builds the body of a request. The transcript of a call is never part of it. */
export function buildPayload(type: WebhookPayload['type'], at: Date, record: object): WebhookPayload {
  const { transcript: _transcript, ...data } = record as Record<string, unknown>
  return { type, timestamp: at.toISOString(), apiVersion: WEBHOOK_API_VERSION, data }
}
