import { runFetchSpan } from '../../platform/telemetry/spans.ts'
import { ProviderError } from './failure.ts'

/** The timeout includes reading the body. */
const REQUEST_TIMEOUT_MS = 5_000

const MAX_RESPONSE_BYTES = 1_000_000

const NO_BODY_STATUSES = new Set([204, 205, 304])

/** Limits the size of the body. Reading fails at the limit, regardless of Content-Length. */
function limitBody({ body, status, headers }: Response): Response {
  if (!body || NO_BODY_STATUSES.has(status)) return new Response(null, { status, headers })
  let size = 0
  const limitedBody = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > MAX_RESPONSE_BYTES) controller.error(new ProviderError('unexpected_answer'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(limitedBody, { status, headers })
}

/**
 * Fetches a URL with a timeout and a size limit. Does not follow redirects, so tokens reach only the intended host.
 * @throws {ProviderError} `no_answer` on a timeout or network error
 */
export async function fetchWithLimits(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init
  const { host } = new URL(url)
  const attributes = { 'peer.service': 'integration', 'server.address': host, 'http.request.method': method }
  const sendRequest = () => fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  try {
    return limitBody(await runFetchSpan(`${method} integration`, attributes, sendRequest))
  } catch (error) {
    throw new ProviderError('no_answer', { cause: error })
  }
}
