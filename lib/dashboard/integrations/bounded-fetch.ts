import { inClientSpan } from '../../platform/telemetry/spans.ts'
import { ProviderError } from './failure.ts'

/** Timeout in milliseconds, including reading the body. */
const DEADLINE = 5_000

const MAX_ANSWER = 1_000_000

const NO_BODY = new Set([204, 205, 304])

/** Limits the size of the body. Reading fails at the limit, regardless of Content-Length. */
function bounded({ body, status, headers }: Response): Response {
  if (!body || NO_BODY.has(status)) return new Response(null, { status, headers })
  let size = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > MAX_ANSWER) controller.error(new ProviderError('unexpected_answer'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted, { status, headers })
}

/**
 * Fetches a URL with a timeout and a size limit. Does not follow redirects, so tokens reach only the intended host.
 * @throws {ProviderError} `no_answer` on a timeout or network error
 */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init
  const { host } = new URL(url)
  const attributes = { 'peer.service': 'integration', 'server.address': host, 'http.request.method': method }
  const asked = () => fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(DEADLINE) })
  try {
    return bounded(await inClientSpan(`${method} integration`, attributes, asked))
  } catch (error) {
    throw new ProviderError('no_answer', { cause: error })
  }
}
