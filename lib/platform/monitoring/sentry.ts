import { millisecondsInMinute } from 'date-fns/constants'
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
import { telemetry } from '../telemetry/telemetry.ts'

const MOST_A_MINUTE = 30

/** Timeouts in milliseconds: per error report, and for pending reports at shutdown. */
const DEADLINE_MS = 5_000
const FLUSH_MS = 1_000

const parseStack = createStackParser(nodeStackLineParser())

function exceptionsOf({ name, message, stack, cause }: LoggedError): Exception[] {
  const frames = parseStack(stack ?? '').map(({ filename, ...frame }) => ({
    ...frame,
    ...(filename && { filename: filename.replace(process.cwd(), 'app://') }),
  }))
  const own: Exception = { type: name, value: message, ...(frames.length > 0 && { stacktrace: { frames } }) }
  return [...(cause ? exceptionsOf(cause) : []), own]
}

/**
 * Builds a Sentry event with the same content as the log. Sentry's client is not used, because it adds request and
 * machine data.
 */
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

/** Posts an event. Reads only the rate limit from the response. */
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

function perMinute(most: number): () => boolean {
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const now = performance.now()
    if (now - began >= millisecondsInMinute) [began, count] = [now, 0]
    return ++count <= most
  }
}

/**
 * Starts Sentry error reports. Failed reports are dropped, because the log contains the errors. Source:
 * https://develop.sentry.dev/sdk/foundations/transport/envelopes/
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
      // Logging this failure would report another error.
    }
  }
  telemetry.errorListeners.push((error, words) => {
    if (mayBeSent()) void send(error, words)
  })
  telemetry.endings.push(async () => void (await transport.flush(FLUSH_MS)))
}
