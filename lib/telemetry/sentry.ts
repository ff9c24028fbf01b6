import { randomUUID } from 'node:crypto'
import {
  createEventEnvelope,
  createStackParser,
  createTransport,
  type DsnComponents,
  type Exception,
  getEnvelopeEndpointWithUrlEncodedAuth,
  makeDsn,
  nodeStackLineParser,
} from '@sentry/core'
import { type LoggedError, loggedError } from '../log/log-error.ts'
import { requestId } from '../log/request-id.ts'
import type { Identity } from './open-telemetry.ts'
import { telemetry } from './telemetry.ts'

/** Errors that are sent within a minute, of whatever there are. */
const MOST_A_MINUTE = 30
const MINUTE_MS = 60_000

/** Milliseconds that one error may take on its way, and that those on their way have when the process ends. */
const DEADLINE_MS = 5_000
const FLUSH_MS = 1_000

const parseStack = createStackParser(nodeStackLineParser())

/** An error and its causes, the first of them first. */
function exceptionsOf({ name, message, stack, cause }: LoggedError): Exception[] {
  const frames = parseStack(stack ?? '').map(({ filename, ...frame }) => ({
    ...frame,
    ...(filename && { filename: filename.replace(process.cwd(), 'app://') }),
  }))
  const own: Exception = { type: name, value: message, ...(frames.length > 0 && { stacktrace: { frames } }) }
  return [...(cause ? exceptionsOf(cause) : []), own]
}

/** Says no more than the log does: the library's own client, which adds what it knows of requests and the machine, is not used. */
function eventOf(error: unknown, words: string, { release, environment }: Identity) {
  const logged = error === undefined ? undefined : loggedError(error)
  const [request, traceId] = [requestId(), telemetry.tracing?.traceId()]
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1_000,
    platform: 'node',
    level: 'error' as const,
    release,
    environment,
    logger: 'ductwise',
    message: words,
    tags: {
      ...(request && { request_id: request }),
      ...(traceId && { trace_id: traceId }),
      ...(logged?.code !== undefined && { code: String(logged.code) }),
      ...(logged?.digest && { digest: logged.digest }),
    },
    ...(logged && { exception: { values: exceptionsOf(logged) } }),
  }
}

/** Sends bytes, and reads of the answer only how much more may be sent. */
const post = (address: string) => async (request: { body: string | Uint8Array }) => {
  const { status, headers, body } = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: typeof request.body === 'string' ? request.body : new Uint8Array(request.body),
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  await body?.cancel()
  return {
    statusCode: status,
    headers: { 'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'), 'retry-after': headers.get('retry-after') },
  }
}

/** Lets so many through in a minute. */
function perMinute(most: number): () => boolean {
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const now = performance.now()
    if (now - began >= MINUTE_MS) [began, count] = [now, 0]
    return ++count <= most
  }
}

/**
 * Sends the errors of the log to Sentry, or what speaks its protocol, and nothing else. Nobody waits for it, and what cannot
 * be sent is dropped: the log has it.
 * Source: https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
export function startSentry(dsn: string, identity: Identity): void {
  const components: DsnComponents | undefined = makeDsn(dsn)
  if (!components) return
  const transport = createTransport(
    { recordDroppedEvent: () => undefined },
    post(getEnvelopeEndpointWithUrlEncodedAuth(components)),
  )
  const mayBeSent = perMinute(MOST_A_MINUTE)
  async function send(error: unknown, words: string): Promise<void> {
    try {
      await transport.send(createEventEnvelope(eventOf(error, words, identity), components))
    } catch {
      // To log that an error could not be told would tell of another error.
    }
  }
  telemetry.errorListeners.push((error, words) => {
    if (mayBeSent()) void send(error, words)
  })
  telemetry.endings.push(async () => void (await transport.flush(FLUSH_MS)))
}
