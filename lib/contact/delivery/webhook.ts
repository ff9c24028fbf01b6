import { createHmac } from 'node:crypto'
import type { Send } from './worker.ts'

/** Milliseconds a receiver may take. */
const TIMEOUT = 15_000

/** A receiver answered, but did not take the message. */
class WebhookRefusedError extends Error {
  readonly code: string
  constructor(status: number) {
    super(`The webhook answered ${status}`)
    this.name = 'WebhookRefusedError'
    this.code = `HTTP ${status}`
  }
}

const PREFIX = 'whsec_'

/** A secret with the prefix of standardwebhooks.com holds its bytes in base64; any other text stands for itself. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)

/** As standardwebhooks.com has it: HMAC-SHA256 of `<id>.<seconds>.<body>`, in base64. */
export const webhookSignature = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/** Posts messages as signed JSON; the receiver knows a repeated one by `webhook-id`. */
export function webhookChannel({ url, secret }: { url: string; secret: string }): Send {
  return async ({ id, message }) => {
    const { name, email, company, phone, createdAt } = message
    const body = JSON.stringify({
      type: 'contact.message',
      timestamp: createdAt.toISOString(),
      data: { id: message.id, name, email, company, phone, message: message.message },
    })
    const timestamp = Math.floor(Date.now() / 1000)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': webhookSignature(secret, id, timestamp, body),
      },
      body,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.body?.cancel()
    if (!response.ok) throw new WebhookRefusedError(response.status)
  }
}
