import { createHmac, randomUUID } from 'node:crypto'
import {
  type Attempt,
  createDelivery,
  openWebhookQueue,
  reporter,
  systemClock,
  type WebhookQueue,
} from '../../local-server/index.ts'
import { type Conversation, conversationJson } from '../store/conversation.ts'
import type { Store } from '../store/store.ts'
import type { PostCallWebhook } from './endpoints.ts'

type Details = { conversationId: string }

const ENDPOINT_ID = 'post-call'
const SECOND = 1000

/** Milliseconds that the receiver has to answer. */
const TIMEOUT_MS = 15 * SECOND

/** Milliseconds before the second attempt, the third, …: the vendor's are not documented; short ones first, for a site that is just starting. */
const DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 300 * SECOND, 1_800 * SECOND, 7_200 * SECOND]

/** Calls that are reported at once. */
const CONCURRENCY = 4

/** The vendor's signature. Source: https://elevenlabs.io/docs/eleven-api/resources/webhooks */
function signatureOf(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  return `t=${seconds},v0=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export type PostCall = {
  /** Has a call reported; resolves with the first attempt, while later ones go on by themselves. */
  report: (conversation: Conversation) => Promise<Attempt<Details>>
  attempts: () => Attempt<Details>[]
  close: () => Promise<void>
}

/**
 * Reports calls, each until it is taken; what an earlier process did not deliver leaves at once.
 * Source: https://elevenlabs.io/docs/eleven-agents/workflows/post-call-webhooks
 */
export function startPostCall({ db, transaction }: Store, { url, secret }: PostCallWebhook): PostCall {
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
    report: (conversation) => {
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
