import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { relayEventStream, EVENT_STREAM_PROTOCOL, type Fetch } from './event-stream.ts'
import { type Authenticate, createPresence } from './presence.ts'

const EVENT_STREAM_PATH_PATTERN = /^\/v[^/]+\/data\/(listen\/[^/]+|live\/events\/[^/]+)$/
const PRESENCE_PATH_PATTERN = /^\/v[^/]+\/socket\/([^/]+)$/

/** The largest known message is a presence update with many locations, which takes a few kilobytes. */
const MAX_MESSAGE_BYTES = 64 * 1024
const MAX_SOCKETS = 400
const HEARTBEAT_MS = 15_000
const OPENING_TIMEOUT_MS = 10_000

type SocketsOptions = {
  authenticate: Authenticate
  fetch: Fetch
  /** Allowed `Origin` values. Clients without `Origin` (non-browsers) are always allowed. */
  allowedOrigins: readonly string[]
  heartbeatMs?: number
  openingMs?: number
}

export type Sockets = ReturnType<typeof attachSockets>

export function attachSockets(server: Server, options: SocketsOptions) {
  const { allowedOrigins, authenticate, fetch, heartbeatMs = HEARTBEAT_MS, openingMs = OPENING_TIMEOUT_MS } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (protocols) => (protocols.has(EVENT_STREAM_PROTOCOL) ? EVENT_STREAM_PROTOCOL : false),
  })
  const presence = createPresence(authenticate)

  function findHandler(request: IncomingMessage): ((socket: WebSocket) => void) | undefined {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
    if (protocols.includes(EVENT_STREAM_PROTOCOL) && EVENT_STREAM_PATH_PATTERN.test(url.pathname))
      return (socket) => relayEventStream(socket, { url, request, fetch, openingMs })
    const dataset = PRESENCE_PATH_PATTERN.exec(url.pathname)?.[1]
    return dataset === undefined ? undefined : (socket) => presence.join(socket, dataset)
  }

  function onUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    connection.on('error', () => connection.destroy())
    const { origin } = request.headers
    // CORS does not cover WebSockets, so the `Origin` check is the only protection.
    if (origin !== undefined && !allowedOrigins.includes(origin)) return rejectUpgrade(connection, '403 Forbidden')
    const handle = tryParse(() => findHandler(request))
    if (!handle) return rejectUpgrade(connection, '404 Not Found')
    if (sockets.clients.size >= MAX_SOCKETS) return rejectUpgrade(connection, '429 Too Many Requests')
    sockets.handleUpgrade(request, connection, head, (socket) => {
      // ws emits protocol errors here and closes the socket. An unhandled error event would end the process.
      socket.on('error', () => socket.terminate())
      handle(socket)
    })
  }

  const stopHeartbeat = keepAlive(sockets, heartbeatMs)
  server.on('upgrade', onUpgrade)

  return {
    count: () => sockets.clients.size,
    close(): Promise<void> {
      server.off('upgrade', onUpgrade)
      stopHeartbeat()
      for (const socket of sockets.clients) socket.terminate()
      return new Promise((resolve) => sockets.close(() => resolve()))
    },
  }
}

function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    // The sender receives a parse error.
    return undefined
  }
}

function rejectUpgrade(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function keepAlive(sockets: WebSocketServer, heartbeatMs: number): () => void {
  const silentSockets = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (silentSockets.has(socket)) {
        socket.terminate()
        continue
      }
      silentSockets.add(socket)
      socket.once('pong', () => silentSockets.delete(socket))
      socket.ping()
    }
  }, heartbeatMs)
  return () => clearInterval(timer)
}
