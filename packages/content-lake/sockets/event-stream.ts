import type { IncomingMessage } from 'node:http'
import { type RawData, WebSocket } from 'ws'

export const EVENT_STREAM_PROTOCOL = 'sse'

/** 1000 the stream ended, 1002 invalid opening message, 1011 the stream failed. */
const ENDED = 1000
const PROTOCOL_ERROR = 1002
const BROKEN = 1011

export type Fetch = (request: Request) => Response | Promise<Response>

type Carried = { url: URL; request: IncomingMessage; fetch: Fetch; openingMs: number }

/**
 * Carries one HTTP response over a WebSocket, because browsers allow six HTTP/1.1 connections per server and the
 * Studio keeps more event streams. The client sends request headers as JSON; the server sends `{status, headers}` as
 * JSON, then body chunks as text. Either side ends the stream by closing.
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
      // The close code tells the client to reconnect.
      () => socket.close(BROKEN, 'event stream failed'),
    )
  })
}

/** The browser's own values win: a page must not choose its origin or cookies. */
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
    // Invalid JSON or headers: the caller closes the socket.
    return undefined
  }
}

async function answer(socket: WebSocket, fetch: Fetch, request: Request): Promise<void> {
  const response = await fetch(request)
  await sendText(socket, JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers) }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  // Ignore failures to cancel.
  request.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (request.signal.aborted) return
    await sendText(socket, part.value)
  }
}

/** Backpressure: resolves once the text is sent, so that a slow client does not fill memory. */
function sendText(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('socket closed'))
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}
