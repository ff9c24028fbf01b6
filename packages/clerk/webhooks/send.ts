import { Webhook } from 'standardwebhooks'
import type { WebhookEndpoint } from './endpoints.ts'
import type { Message } from './queue.ts'

export type Outcome = { resultCode: number; failure: string | null }

/** Svix gives an endpoint 15 seconds. */
const TIMEOUT_MS = 15_000

/** One signed POST. Resolves also when it fails; rejects only when `signal` aborts it. */
export async function send(endpoint: WebhookEndpoint, message: Message, signal: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const payload = message.payload ?? ''
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: headersFor(endpoint, message.id, payload),
      body: payload,
      // A redirect would send the signed content to an address that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    await response.body?.cancel()
    return { resultCode: response.status, failure: response.ok ? null : `HTTP ${response.status}` }
  } catch (error) {
    if (signal.aborted) throw error
    return { resultCode: 0, failure: timeout.aborted ? 'timeout' : codeOf(error) }
  }
}

/** Svix's headers and signature, which `verifyWebhook` of @clerk/backend checks; with the machine's clock, like that. */
function headersFor({ secret }: WebhookEndpoint, id: string, payload: string): Record<string, string> {
  const sentAt = new Date()
  return {
    'content-type': 'application/json',
    'user-agent': 'Svix-Webhooks/1.0 (local)',
    'svix-id': id,
    'svix-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, sentAt, payload),
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return 'network'
}
