import { Webhook } from 'standardwebhooks'
import type { Delivery } from './queue.ts'
import { unsubscribeLink } from './email.ts'
import { inClientSpan } from '../../telemetry/spans.ts'
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
const signer = (secret: string): Webhook => new Webhook(secret, secret.startsWith(PREFIX) ? {} : { format: 'raw' })

type WebhookOptions = { url: string; secret: string; siteUrl: string }

const messageEvent = ({ id, name, email, company, phone, message, createdAt }: NonNullable<Delivery['message']>) => ({
  type: 'contact.message',
  timestamp: createdAt.toISOString(),
  data: { id, name, email, company, phone, message },
})

const noticeEvent = ({ kind, email, createdAt }: NonNullable<Delivery['notice']>, unsubscribeUrl?: string) => ({
  type: `newsletter.${kind}`,
  timestamp: createdAt.toISOString(),
  data: { email, unsubscribeUrl },
})

/** Posts messages and news of the newsletter as signed JSON; the receiver knows a repeated one by `webhook-id`. */
export function webhookChannel({ url, secret, siteUrl }: WebhookOptions): Send {
  const webhook = signer(secret)
  return async ({ id, message, notice }, context) => {
    const event = message
      ? messageEvent(message)
      : noticeEvent(notice, await unsubscribeLink(notice, { ...context, siteUrl }))
    const body = JSON.stringify(event)
    const now = new Date()
    const request: RequestInit = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': webhook.sign(id, now, body),
      },
      body,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT),
    }
    const response = await inClientSpan('post message', { 'peer.service': 'contact-webhook' }, () =>
      fetch(url, request),
    )
    await response.body?.cancel()
    if (!response.ok) throw new WebhookRefusedError(response.status)
  }
}
