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
import { type LoggedError, toLoggedError } from '../log/log-error.ts'
import { getRequestId } from '../log/request-id.ts'
import type { Release } from './open-telemetry.ts'
import { telemetry } from '../telemetry/telemetry.ts'

const MAX_EVENTS_PER_MINUTE = 30

/** Timeouts per error report, and for pending reports at shutdown. */
const REQUEST_TIMEOUT_MS = 5_000
const FLUSH_TIMEOUT_MS = 1_000

const parseStack = createStackParser(nodeStackLineParser())

function toExceptions({ name, message, stack, cause }: LoggedError): Exception[] {
  const frames = parseStack(stack ?? '').map(({ filename, ...frame }) => ({
    ...frame,
    ...(filename && { filename: filename.replace(process.cwd(), 'app://') }),
  }))
  const exception: Exception = { type: name, value: message, ...(frames.length > 0 && { stacktrace: { frames } }) }
  return [...(cause ? toExceptions(cause) : []), exception]
}

/**
 * Builds a Sentry event with the same content as the log. Sentry's client is not used, because it adds request and
 * machine data.
 */
function buildEvent(error: unknown, message: string, { release, environment }: Release) {
  const exceptionDetails = error === undefined ? undefined : toLoggedError(error)
  const [request, traceId] = [getRequestId(), telemetry.tracing?.traceId()]
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1_000,
    platform: 'node',
    level: 'error' as const,
    release,
    environment,
    logger: 'ductwise',
    message,
    tags: {
      ...(request && { request_id: request }),
      ...(traceId && { trace_id: traceId }),
      ...(exceptionDetails?.code !== undefined && { code: String(exceptionDetails.code) }),
      ...(exceptionDetails?.digest && { digest: exceptionDetails.digest }),
    },
    ...(exceptionDetails && { exception: { values: toExceptions(exceptionDetails) } }),
  }
}

/** Posts an event. Reads only the rate limit from the response. */
const createSender = (address: string) => async (request: { body: string | Uint8Array }) => {
  const { status, headers, body } = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: typeof request.body === 'string' ? request.body : new Uint8Array(request.body),
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  await body?.cancel()
  return {
    statusCode: status,
    headers: { 'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'), 'retry-after': headers.get('retry-after') },
  }
}

function createMinuteLimit(maxPerMinute: number): () => boolean {
  let windowStart = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const now = performance.now()
    if (now - windowStart >= millisecondsInMinute) [windowStart, count] = [now, 0]
    return ++count <= maxPerMinute
  }
}

/**
 * Starts Sentry error reports. Failed reports are dropped, because the log contains the errors. Source:
 * https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
export function startSentry(dsn: string, identity: Release): void {
  const components: DsnComponents | undefined = makeDsn(dsn)
  if (!components) return
  const transport = createTransport(
    { recordDroppedEvent: () => undefined },
    createSender(getEnvelopeEndpointWithUrlEncodedAuth(components)),
  )
  const canSend = createMinuteLimit(MAX_EVENTS_PER_MINUTE)
  async function send(error: unknown, message: string): Promise<void> {
    try {
      await transport.send(createEventEnvelope(buildEvent(error, message, identity), components))
    } catch {
      // Logging this failure would report another error.
    }
  }
  telemetry.errorListeners.push((error, message) => {
    if (canSend()) void send(error, message)
  })
  telemetry.shutdownTasks.push(async () => void (await transport.flush(FLUSH_TIMEOUT_MS)))
}
