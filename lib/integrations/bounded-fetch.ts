import { inClientSpan } from '../telemetry/spans.ts'
import { ProviderError } from './failure.ts'

/** Milliseconds that one request to a provider may take, its answer included. */
const DEADLINE = 5_000

/** Bytes of the longest answer that is read. */
const MAX_ANSWER = 1_000_000

const NO_BODY = new Set([204, 205, 304])

/** An answer that breaks off as soon as it is too long, whatever its headers claim. */
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
 * Asks a provider, within a deadline and without following it elsewhere: a token goes to no address but the one it is for.
 * @throws {ProviderError} with `no_answer` when there is none in time
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
