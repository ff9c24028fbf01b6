import { Webhook } from 'standardwebhooks'
import type { Message, WebhookEndpoint } from './types.ts'

export type Outcome = { resultCode: number; failure: string | null }

/** Svix gives an endpoint 15 seconds. */
const TIMEOUT_MS = 15_000

/** One signed POST. Resolves with what became of it; rejects only when `signal` ended it. */
export async function send(endpoint: WebhookEndpoint, message: Message, signal: AbortSignal): Promise<Outcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const payload = message.payload ?? ''
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: headersFor(endpoint, message.id, payload),
      body: payload,
      // A redirect would carry the signed content to an address nobody configured.
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

/** Header names and signature: Svix's, as `verifyWebhook` of @clerk/backend reads them. Its clock is the machine's, so ours is too. */
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
