import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { RawData } from 'ws'
import type { SocketsOptions } from './types.ts'

/** Sub-protocol of {@link carryEventStream}. */
export const EVENT_STREAM_PROTOCOL = 'sse'

/** Close codes: 1000 the stream ended, 1002 the client's opening was not understood, 1011 the stream broke. */
const ENDED = 1000
const PROTOCOL_ERROR = 1002
const BROKEN = 1011

type Carried = Pick<SocketsOptions, 'fetch'> & { url: URL; request: IncomingMessage; openingMs: number }

/**
 * Carries one HTTP answer over one WebSocket, because browsers open at most six HTTP/1.1 connections to a
 * server and the Studio alone keeps more event streams than that.
 *
 * The client sends the request's headers as one JSON object; the server answers with `{status, headers}` as
 * JSON and then with every piece of the body as text. Either side ends the stream by closing.
 */
export function carryEventStream(socket: WebSocket, { url, request, fetch, openingMs }: Carried): void {
  const closed = new AbortController()
  const opening = setTimeout(() => socket.close(PROTOCOL_ERROR, 'no request'), openingMs)
  socket.once('close', () => {
    clearTimeout(opening)
    closed.abort()
  })
  socket.once('message', (message: RawData) => {
    clearTimeout(opening)
    const headers = readHeaders(String(message), request)
    if (!headers) return socket.close(PROTOCOL_ERROR, 'the request must be a JSON object of headers')
    answer(socket, fetch, new Request(url, { headers, signal: closed.signal })).then(
      () => socket.close(ENDED),
      // The close code is how the other side learns of it; it asks again.
      () => socket.close(BROKEN, 'event stream failed'),
    )
  })
}

/** What the browser itself says in the upgrade wins: a page must not choose its own origin or cookies. */
const TRUSTED_HEADERS = ['origin', 'cookie', 'user-agent'] as const

function readHeaders(message: string, request: IncomingMessage): Headers | undefined {
  try {
    const told: unknown = JSON.parse(message)
    if (typeof told !== 'object' || told === null || Array.isArray(told)) return undefined
    const headers = new Headers(Object.entries(told).map(([name, value]) => [name, String(value)]))
    for (const name of TRUSTED_HEADERS) {
      headers.delete(name)
      const value = request.headers[name]
      if (value !== undefined) headers.set(name, value)
    }
    return headers
  } catch {
    // No JSON, or no headers: the caller closes the socket and says so.
    return undefined
  }
}

async function answer(socket: WebSocket, fetch: Carried['fetch'], request: Request): Promise<void> {
  const response = await fetch(request)
  await sendText(socket, JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers) }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  // What is read no longer has nobody to tell that it cannot be cancelled either.
  request.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (request.signal.aborted) return
    await sendText(socket, part.value)
  }
}

/** Resolves once the text has left for the network, so that a slow client slows the reading down, not the memory up. */
function sendText(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('socket closed'))
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}
