const EVENT_STREAM_PROTOCOL = 'sse'

const EVENT_STREAM_PATH_PATTERN = /^\/v[^/]+\/data\/(listen|live\/events)\/[^/]+$/

const ENDED_CLOSE_CODE = 1000

const NULL_BODY_STATUSES = new Set([204, 205, 304])

/**
 * Implements `fetch` for a Content Lake over plain HTTP. Sends event streams over a WebSocket.
 * Browsers allow six HTTP/1.1 connections per server, and the Studio's event streams would use all of them.
 * Hosted Sanity uses HTTP/2, which has no such limit.
 * Rejects like `fetch`: with the abort reason, or with a TypeError if the connection fails.
 * A broken stream errors its reader in the same way, so EventSource reconnects.
 */
export const fetchFromLake: typeof fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined
  const url = new URL(request?.url ?? String(input), globalThis.location?.href)
  const method = init?.method ?? request?.method ?? 'GET'
  if (method !== 'GET' || !EVENT_STREAM_PATH_PATTERN.test(url.pathname)) return fetch(input, init)
  const headers = new Headers(init?.headers ?? request?.headers)
  return openEventStream(url, headers, init?.signal ?? request?.signal)
}

type StreamHead = { status: number; headers: Record<string, string> }

function openEventStream(url: URL, headers: Headers, signal: AbortSignal | undefined): Promise<Response> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  const socket = new WebSocket(url.href.replace(/^http/, 'ws'), EVENT_STREAM_PROTOCOL)

  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const fail = (reason: unknown): void => {
      reject(reason)
      body?.error(reason)
      body = undefined
      socket.close()
    }
    const onAbort = (): void => fail(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })

    const openStream = ({ status, headers: responseHeaders }: StreamHead): void => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller
        },
        cancel() {
          body = undefined
          socket.close()
        },
      })
      resolve(new Response(NULL_BODY_STATUSES.has(status) ? null : stream, { status, headers: responseHeaders }))
    }
    const encoder = new TextEncoder()
    let isOpening = true

    socket.addEventListener('open', () => socket.send(JSON.stringify(Object.fromEntries(headers))))
    socket.addEventListener('message', ({ data }) => {
      if (!isOpening) return body?.enqueue(encoder.encode(String(data)))
      isOpening = false
      try {
        openStream(JSON.parse(String(data)) as StreamHead)
      } catch (cause) {
        fail(new TypeError('The event stream did not start with a response.', { cause }))
      }
    })
    socket.addEventListener('close', ({ code }) => {
      signal?.removeEventListener('abort', onAbort)
      if (code !== ENDED_CLOSE_CODE || isOpening)
        return fail(new TypeError('The connection of the event stream failed.'))
      body?.close()
      body = undefined
    })
  })
}
