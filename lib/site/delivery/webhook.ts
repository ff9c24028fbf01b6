import { Webhook } from 'standardwebhooks'
import { buildUnsubscribeUrl } from './email.ts'
import { StatusError } from '../../platform/http/status-error.ts'
import { runFetchSpan } from '../../platform/telemetry/spans.ts'
import type { Delivery, Send } from './deliver.ts'

const TIMEOUT_MS = 15_000

const ENCODED_SECRET_PREFIX = 'whsec_'

/** Returns a signer. Secrets with the prefix of standardwebhooks.com are base64; others are used as raw text. */
const createSigner = (secret: string): Webhook =>
  new Webhook(secret, secret.startsWith(ENCODED_SECRET_PREFIX) ? {} : { format: 'raw' })

type WebhookOptions = { url: string; secret: string; siteUrl: string }

const buildMessageEvent = ({
  id,
  name,
  email,
  company,
  phone,
  message,
  createdAt,
}: NonNullable<Delivery['message']>) => ({
  type: 'contact.message',
  timestamp: createdAt.toISOString(),
  data: { id, name, email, company, phone, message },
})

const buildNoticeEvent = ({ kind, email, createdAt }: NonNullable<Delivery['notice']>, unsubscribeUrl?: string) => ({
  type: `newsletter.${kind}`,
  timestamp: createdAt.toISOString(),
  data: { email, unsubscribeUrl },
})

/** Posts messages and newsletter notices as signed JSON. Retries have the same `webhook-id`. */
export function createWebhookChannel({ url, secret, siteUrl }: WebhookOptions): Send {
  const webhook = createSigner(secret)
  return async ({ id, message, notice }, context) => {
    const event = message
      ? buildMessageEvent(message)
      : buildNoticeEvent(notice, await buildUnsubscribeUrl(notice, { ...context, siteUrl }))
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const response = await runFetchSpan('post message', { 'peer.service': 'contact-webhook' }, () =>
      fetch(url, request),
    )
    await response.body?.cancel()
    if (!response.ok) throw new StatusError(response.status)
  }
}
