import { createHmac } from 'node:crypto'
import { parseRetryAfter } from './retry.ts'
import type { Clock, FailureReason, Message, WebhookConfig } from './types.ts'

export type Outcome = {
  /** 0 when no answer came. */
  status: number
  body: string | null
  failureReason: FailureReason | null
  failureDetail: string | null
  retryAfterMs?: number
}

type Sending = {
  hook: WebhookConfig
  message: Message
  projectId: string
  timeoutMs: number
  clock: Clock
  signal: AbortSignal
}

const EXCERPT_LENGTH = 1024

/** One POST. Resolves with what became of it; rejects only when `signal` ended it. */
export async function send({ hook, message, projectId, timeoutMs, clock, signal }: Sending): Promise<Outcome> {
  const timeout = new AbortController()
  const stopTimer = clock.schedule(() => timeout.abort(), timeoutMs)
  try {
    const response = await fetch(hook.url, {
      method: 'POST',
      headers: headersFor(hook, message, projectId, clock.now()),
      body: message.payload,
      // A redirect would carry the signed content to an address nobody configured.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    const body = withoutSecrets(await excerptOf(response), hook)
    const { status } = response
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock.now())
    if (response.ok) return { status, body, failureReason: null, failureDetail: null }
    return { status, body, failureReason: 'http', failureDetail: `HTTP ${status}`, retryAfterMs }
  } catch (error) {
    if (signal.aborted) throw error
    if (timeout.signal.aborted) return failure('timeout', `no answer within ${timeoutMs} ms`)
    return failure('network', withoutSecrets(describeError(error), hook))
  } finally {
    stopTimer()
  }
}

export const failure = (failureReason: FailureReason, failureDetail: string): Outcome => ({
  status: 0,
  body: null,
  failureReason,
  failureDetail,
})

/** Header names and the signature's form: @sanity/webhook and Sanity's "GROQ-powered webhooks" page. */
function headersFor(hook: WebhookConfig, message: Message, projectId: string, now: number): Headers {
  const headers = new Headers(hook.headers)
  headers.set('content-type', 'application/json')
  headers.set('user-agent', 'Sanity.io webhook delivery')
  headers.set('idempotency-key', message.id)
  headers.set('sanity-project-id', projectId)
  headers.set('sanity-dataset', message.dataset)
  headers.set('sanity-document-id', message.documentId)
  headers.set('sanity-operation', message.operation)
  headers.set('sanity-transaction-id', message.transactionId)
  headers.set('sanity-transaction-time', message.transactionTime)
  headers.set('sanity-webhook-id', hook.id)
  if (hook.secret) headers.set('sanity-webhook-signature', signature(message.payload, now, hook.secret))
  return headers
}

function signature(payload: string, timestamp: number, secret: string): string {
  const hash = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('base64url')
  return `t=${timestamp},v1=${hash}`
}

/** Reads no further than the excerpt: an endpoint may answer without end. */
async function excerptOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= EXCERPT_LENGTH) break
  }
  return text.slice(0, EXCERPT_LENGTH)
}

function withoutSecrets(text: string, { secret, headers = {} }: WebhookConfig): string {
  return [secret, ...Object.values(headers)]
    .filter((value) => value !== undefined && value !== '')
    .reduce<string>((shown, value) => shown.replaceAll(String(value), '[hidden]'), text)
}

function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
