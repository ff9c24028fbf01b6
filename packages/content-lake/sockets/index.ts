import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { carryEventStream, EVENT_STREAM_PROTOCOL } from './event-stream.ts'
import { createPresence } from './presence.ts'
import type { Sockets, SocketsOptions } from './types.ts'

export type { Sockets, SocketsOptions } from './types.ts'

const EVENT_STREAM_PATH = /^\/v[^/]+\/data\/(listen\/[^/]+|live\/events\/[^/]+)$/
const PRESENCE_PATH = /^\/v[^/]+\/socket\/([^/]+)$/

/** Messages larger than this end the socket; the largest known one (presence with many locations) has a few kilobytes. */
const MAX_MESSAGE_BYTES = 64 * 1024
/** Of all clients together; one tab of the Studio has about ten. */
const MAX_SOCKETS = 400
const HEARTBEAT_MS = 15_000
const OPENING_MS = 10_000

/** Takes over the server's WebSocket upgrades: event streams over the sub-protocol `sse`, and presence. */
export function attachSockets(server: Server, options: SocketsOptions): Sockets {
  const { allowedOrigins, authenticate, fetch, heartbeatMs = HEARTBEAT_MS, openingMs = OPENING_MS } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(EVENT_STREAM_PROTOCOL) ? EVENT_STREAM_PROTOCOL : false),
  })
  const presence = createPresence({ authenticate })

  /** What a request's address and sub-protocol ask for; undefined when there is nothing. */
  function handlerFor(request: IncomingMessage): ((socket: WebSocket) => void) | undefined {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const isStream = offeredProtocols(request).includes(EVENT_STREAM_PROTOCOL) && EVENT_STREAM_PATH.test(url.pathname)
    if (isStream) return (socket) => carryEventStream(socket, { url, request, fetch, openingMs })
    const dataset = PRESENCE_PATH.exec(url.pathname)?.[1]
    return dataset === undefined ? undefined : (socket) => presence.join(socket, dataset)
  }

  function onUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    connection.on('error', () => connection.destroy())
    if (!isAllowedOrigin(request.headers.origin, allowedOrigins)) return refuse(connection, '403 Forbidden')
    const handle = parsed(() => handlerFor(request))
    if (!handle) return refuse(connection, '404 Not Found')
    if (sockets.clients.size >= MAX_SOCKETS) return refuse(connection, '429 Too Many Requests')
    sockets.handleUpgrade(request, connection, head, (socket) => {
      // ws reports protocol errors (too large, not UTF-8) here and then closes; unheard they would end the process.
      socket.on('error', () => socket.terminate())
      handle(socket)
    })
  }

  const stopHeartbeat = keepAlive(sockets, heartbeatMs)
  server.on('upgrade', onUpgrade)

  return {
    count: () => sockets.clients.size,
    close() {
      server.off('upgrade', onUpgrade)
      stopHeartbeat()
      for (const socket of sockets.clients) socket.terminate()
      return new Promise((resolve) => sockets.close(() => resolve()))
    },
  }
}

/** Browsers always send `Origin` with an upgrade, and no other barrier: CORS does not cover WebSockets. */
const isAllowedOrigin = (origin: string | undefined, allowed: readonly string[]): boolean =>
  origin === undefined || allowed.includes(origin)

const offeredProtocols = (request: IncomingMessage): string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())

function parsed<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // Whoever sent it is told that it could not be read.
    return undefined
  }
}

function refuse(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Ends sockets whose other side is gone without a word: one that has not answered the last ping by the next. */
function keepAlive(sockets: WebSocketServer, heartbeatMs: number): () => void {
  const silent = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (silent.has(socket)) {
        socket.terminate()
        continue
      }
      silent.add(socket)
      socket.once('pong', () => silent.delete(socket))
      socket.ping()
    }
  }, heartbeatMs)
  return () => clearInterval(timer)
}
