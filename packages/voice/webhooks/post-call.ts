import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type Attempt,
  ConfigurationError,
  createDelivery,
  openWebhookQueue,
  parseJson,
  createReporter,
  systemClock,
  type WebhookQueue,
} from '../../local-server/index.ts'
import { type Conversation, toConversationJson, type Store } from '../store/store.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Webhook for incoming calls. The headers contain secrets. */
const startWebhookSchema = z.strictObject({ url: address, headers: z.record(z.string(), z.string()).default({}) })

const postCallWebhookSchema = z.strictObject({
  url: address,
  /** Signing secret, which must never be shown or logged. */
  secret: z.string().min(1),
})

export type StartWebhook = z.infer<typeof startWebhookSchema>

export type PostCallWebhook = z.infer<typeof postCallWebhookSchema>

function parseFlagJson<Webhook>(schema: z.ZodType<Webhook>, flag: string, json: string): Webhook {
  const { data, error } = schema.safeParse(parseJson(json, () => new ConfigurationError(`--${flag} is not JSON`)))
  if (error) throw new ConfigurationError(`Invalid --${flag}:\n${z.prettifyError(error)}`)
  return data as Webhook
}

/** Parses the webhook from JSON. @throws ConfigurationError, whose message never contains a secret */
export const parseStartWebhook = (json: string): StartWebhook =>
  parseFlagJson(startWebhookSchema, 'start-webhook', json)

export const parsePostCallWebhook = (json: string): PostCallWebhook =>
  parseFlagJson(postCallWebhookSchema, 'post-call-webhook', json)

type Details = { conversationId: string }

const ENDPOINT_ID = 'post-call'
const SECOND_MS = 1000

const TIMEOUT_MS = 15 * SECOND_MS

/** Retry delays, with short ones first for a site that is still starting. The vendor's delays are undocumented. */
const RETRY_DELAYS_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  300 * SECOND_MS,
  1_800 * SECOND_MS,
  7_200 * SECOND_MS,
]

const CONCURRENCY = 4

/** Signs a report: https://elevenlabs.io/docs/eleven-api/resources/webhooks */
function signBody(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  return `t=${seconds},v0=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export type PostCall = ReturnType<typeof startPostCall>

/**
 * Starts reporting calls, with retries. Immediately sends undelivered reports of an earlier process.
 * https://elevenlabs.io/docs/eleven-agents/workflows/post-call-webhooks
 */
export function startPostCall({ db, transaction }: Store, { url, secret }: PostCallWebhook) {
  const storedQueue = openWebhookQueue<Details>({ db, transaction, keepPayloads: false })
  const pendingReports = new Map<string, (attempt: Attempt<Details>) => void>()
  const queue: WebhookQueue<Details> = {
    ...storedQueue,
    record: (attempt, progress) => {
      storedQueue.record(attempt, progress)
      pendingReports.get(attempt.messageId)?.(attempt)
      pendingReports.delete(attempt.messageId)
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
      'elevenlabs-signature': signBody(payload, secret),
    }),
    secrets: () => [secret],
    retryAt: ({ tries }, _outcome, now) => {
      const delayMs = RETRY_DELAYS_MS[tries - 1]
      return delayMs === undefined ? undefined : now + delayMs
    },
    clock: systemClock,
    report: createReporter('voice'),
  })
  delivery.accept(queue.resume([ENDPOINT_ID], Date.now()))
  return {
    /** Queues a report and resolves after its first attempt. Retries continue later. */
    report: (conversation: Conversation): Promise<Attempt<Details>> => {
      const id = randomUUID()
      const now = Date.now()
      const first = new Promise<Attempt<Details>>((resolve) => pendingReports.set(id, resolve))
      const payload = JSON.stringify({
        type: 'post_call_transcription',
        event_timestamp: Math.floor(now / 1000),
        data: toConversationJson(conversation, now),
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
