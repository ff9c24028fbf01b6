import type { Clock } from '../clock.ts'
import type { FailureReason, Outcome } from './types.ts'

type Sending = {
  url: string
  headers: HeadersInit
  body: string
  timeoutMs: number
  /** Texts that must not show in the log. */
  secrets: readonly string[]
  clock: Clock
  /** Ends the request. */
  signal: AbortSignal
}

const EXCERPT_LENGTH = 1024

/** One POST. Resolves with what became of it; rejects only when `signal` ended it. */
export async function post({ url, headers, body, timeoutMs, secrets, clock, signal }: Sending): Promise<Outcome> {
  const timeout = new AbortController()
  const stopTimer = clock.schedule(() => timeout.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // A redirect would carry the signed content to an address nobody configured.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    const resultBody = without(secrets, await excerptOf(response))
    const { status: resultCode } = response
    if (response.ok) return { resultCode, resultBody, failureReason: null, failureDetail: null }
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock.now())
    return { resultCode, resultBody, failureReason: 'http', failureDetail: `HTTP ${resultCode}`, retryAfterMs }
  } catch (error) {
    if (signal.aborted) throw error
    if (timeout.signal.aborted) return failure('timeout', `no answer within ${timeoutMs} ms`)
    return failure('network', without(secrets, describe(error)))
  } finally {
    stopTimer()
  }
}

/** The outcome of a try that got no answer. */
export const failure = (failureReason: FailureReason, failureDetail: string): Outcome => ({
  resultCode: 0,
  resultBody: null,
  failureReason,
  failureDetail,
})

/** `Retry-After` in seconds or as a date; milliseconds from `now`. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const delay = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(delay) ? undefined : Math.max(0, delay)
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

const without = (secrets: readonly string[], text: string): string =>
  secrets.filter((secret) => secret !== '').reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text)

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
