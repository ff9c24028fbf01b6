import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type Attempt,
  ConfigurationError,
  createDelivery,
  openWebhookQueue,
  parseJson,
  reporter,
  systemClock,
  type WebhookQueue,
} from '../../local-server/index.ts'
import { type Conversation, conversationJson, type Store } from '../store/store.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Webhook for incoming calls. The headers contain secrets. */
const startWebhook = z.strictObject({ url: address, headers: z.record(z.string(), z.string()).default({}) })

const postCallWebhook = z.strictObject({
  url: address,
  /** Signing secret, which must never be shown or logged. */
  secret: z.string().min(1),
})

export type StartWebhook = z.infer<typeof startWebhook>

export type PostCallWebhook = z.infer<typeof postCallWebhook>

function read<Webhook>(schema: z.ZodType<Webhook>, flag: string, json: string): Webhook {
  const { data, error } = schema.safeParse(parseJson(json, () => new ConfigurationError(`--${flag} is not JSON`)))
  if (error) throw new ConfigurationError(`Invalid --${flag}:\n${z.prettifyError(error)}`)
  return data as Webhook
}

/** Parses the webhook from JSON. @throws ConfigurationError, whose message never contains a secret */
export const parseStartWebhook = (json: string): StartWebhook => read(startWebhook, 'start-webhook', json)

export const parsePostCallWebhook = (json: string): PostCallWebhook => read(postCallWebhook, 'post-call-webhook', json)

type Details = { conversationId: string }

const ENDPOINT_ID = 'post-call'
const SECOND = 1000

const TIMEOUT_MS = 15 * SECOND

/** Retry delays, with short ones first for a site that is still starting. The vendor's delays are undocumented. */
const DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 300 * SECOND, 1_800 * SECOND, 7_200 * SECOND]

const CONCURRENCY = 4

/** Signs a report: https://elevenlabs.io/docs/eleven-api/resources/webhooks */
function signatureOf(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  return `t=${seconds},v0=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export type PostCall = ReturnType<typeof startPostCall>

/**
 * Starts reporting calls, with retries. Immediately sends undelivered reports of an earlier process.
 * https://elevenlabs.io/docs/eleven-agents/workflows/post-call-webhooks
 */
export function startPostCall({ db, transaction }: Store, { url, secret }: PostCallWebhook) {
  const stored = openWebhookQueue<Details>({ db, transaction, keepsPayloads: false })
  const waiting = new Map<string, (attempt: Attempt<Details>) => void>()
  const queue: WebhookQueue<Details> = {
    ...stored,
    record: (attempt, progress) => {
      stored.record(attempt, progress)
      waiting.get(attempt.messageId)?.(attempt)
      waiting.delete(attempt.messageId)
    },
  }
  const delivery = createDelivery({
    endpoints: [{ id: ENDPOINT_ID, url }],
    queue,
    concurrency: CONCURRENCY,
    timeoutMs: TIMEOUT_MS,
    headers: (_endpoint, { payload }) => ({
      'content-type': 'application/json',
      'user-agent': 'ElevenLabs (local)',
      'elevenlabs-signature': signatureOf(payload, secret),
    }),
    secrets: () => [secret],
    retryAt: ({ tries }, _outcome, now) => {
      const delay = DELAYS[tries - 1]
      return delay === undefined ? undefined : now + delay
    },
    clock: systemClock,
    report: reporter('voice'),
  })
  delivery.accept(queue.resume([ENDPOINT_ID], Date.now()))
  return {
    /** Queues a report and resolves after its first attempt. Retries continue later. */
    report: (conversation: Conversation): Promise<Attempt<Details>> => {
      const id = randomUUID()
      const now = Date.now()
      const first = new Promise<Attempt<Details>>((resolve) => waiting.set(id, resolve))
      const payload = JSON.stringify({
        type: 'post_call_transcription',
        event_timestamp: Math.floor(now / 1000),
        data: conversationJson(conversation, now),
      })
      const details = { conversationId: conversation.id }
      delivery.accept(
        queue.add([{ id, endpointId: ENDPOINT_ID, lane: conversation.id, details, payload, createdAt: now }]),
      )
      return first
    },
    attempts: queue.attempts,
    close: delivery.close,
  }
}
