import { createHmac } from 'node:crypto'
import type { LakeMessage, WebhookConfig } from './types.ts'

/** Header names and the signature's form: @sanity/webhook and Sanity's "GROQ-powered webhooks" page. */
export function headersFor(hook: WebhookConfig, message: LakeMessage, projectId: string, now: number): Headers {
  const { dataset, documentId, operation, transactionId, transactionTime } = message.details
  const headers = new Headers(hook.headers)
  headers.set('content-type', 'application/json')
  headers.set('user-agent', 'Sanity.io webhook delivery')
  headers.set('idempotency-key', message.id)
  headers.set('sanity-project-id', projectId)
  headers.set('sanity-dataset', dataset)
  headers.set('sanity-document-id', documentId)
  headers.set('sanity-operation', operation)
  headers.set('sanity-transaction-id', transactionId)
  headers.set('sanity-transaction-time', transactionTime)
  headers.set('sanity-webhook-id', hook.id)
  if (hook.secret) headers.set('sanity-webhook-signature', signature(message.payload, now, hook.secret))
  return headers
}

function signature(payload: string, timestamp: number, secret: string): string {
  const hash = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('base64url')
  return `t=${timestamp},v1=${hash}`
}
