import type { IncomingMessage } from 'node:http'
import { type RawData, WebSocket } from 'ws'

export const EVENT_STREAM_PROTOCOL = 'sse'

/** Close codes: 1000 for the end of the stream, 1002 for an invalid opening message, 1011 for a failed stream. */
const CLOSE_NORMAL = 1000
const CLOSE_PROTOCOL_ERROR = 1002
const CLOSE_INTERNAL_ERROR = 1011

export type Fetch = (request: Request) => Response | Promise<Response>

type StreamOptions = { url: URL; request: IncomingMessage; fetch: Fetch; openingMs: number }

/**
 * Carries one HTTP response over a WebSocket. Browsers allow six HTTP/1.1 connections per server, but the Studio opens
 * more event streams. The client sends request headers as JSON. The server sends `{status, headers}` as JSON, then body
 * chunks as text. Either side ends the stream by closing the socket.
 */
export function relayEventStream(socket: WebSocket, { url, request, fetch, openingMs }: StreamOptions): void {
  const abortController = new AbortController()
  const openingTimer = setTimeout(() => socket.close(CLOSE_PROTOCOL_ERROR, 'no request'), openingMs)
  socket.once('close', () => {
    clearTimeout(openingTimer)
    abortController.abort()
  })
  socket.once('message', (message: RawData) => {
    clearTimeout(openingTimer)
    const headers = readHeaders(String(message), request)
    if (!headers) return socket.close(CLOSE_PROTOCOL_ERROR, 'the request must be a JSON object of headers')
    relayResponse(socket, fetch, new Request(url, { headers, signal: abortController.signal })).then(
      () => socket.close(CLOSE_NORMAL),
      // The close code makes the client reconnect.
      () => socket.close(CLOSE_INTERNAL_ERROR, 'event stream failed'),
    )
  })
}

/**
 * Headers from the WebSocket request override the opening message, because a page must not choose its origin or
 * cookies.
 */
const TRUSTED_HEADERS = ['origin', 'cookie', 'user-agent'] as const

function readHeaders(message: string, request: IncomingMessage): Headers | undefined {
  try {
    const parsed: unknown = JSON.parse(message)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
    const headers = new Headers(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
    for (const name of TRUSTED_HEADERS) {
      headers.delete(name)
      const value = request.headers[name]
      if (value !== undefined) headers.set(name, value)
    }
    return headers
  } catch {
    // The caller closes the socket if the JSON or the headers are invalid.
    return undefined
  }
}

async function relayResponse(socket: WebSocket, fetch: Fetch, request: Request): Promise<void> {
  const response = await fetch(request)
  await sendText(socket, JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers) }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  // A failed cancellation has no effect.
  request.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (request.signal.aborted) return
    await sendText(socket, part.value)
  }
}

/** Sends text and resolves once it is sent. The backpressure prevents a slow client from filling memory. */
function sendText(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('socket closed'))
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}
