import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { SiteRequest } from './http/site-request.ts'
import type { SiteListener, SiteResponse } from './http/site-response.ts'

type SiteServer = Server<typeof SiteRequest, typeof SiteResponse>

export type ConnectionLimits = {
  /** Idle time limit, which applies only while the server waits for the client. */
  idleMs: number
  /** Time limit from the end of a response until the client has received it. */
  receiveMs: number
  intervalMs: number
  /** Maximum number of requests that a client may send before it has received earlier responses. */
  maxPipelined: number
}

type Connection = {
  /** Response to the newest request, possibly still queued. */
  newest: SiteResponse | undefined
  current: SiteResponse | undefined
  queuedCount: number
  hasPipelined: boolean
  /** Ended response at the last check, and the time of its first check. */
  lastEnded: { response: SiteResponse; since: number } | undefined
}

/**
 * Number of queued requests per turn of the event loop. A batch takes about a millisecond, so that pipelining clients
 * hardly delay others.
 */
const BATCH_SIZE = 8

/**
 * Open connections. Each sends one response at a time. A client that sends many requests without reading responses is
 * disconnected.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #connections = new Map<Socket, Connection>()
  readonly #queue: (() => void)[] = []

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  monitor(server: SiteServer): void {
    server.timeout = this.#limits.idleMs
    server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, {
        newest: undefined,
        current: undefined,
        queuedCount: 0,
        hasPipelined: false,
        lastEnded: undefined,
      })
      socket.once('close', () => this.#connections.delete(socket))
    })
    // If the event has a listener, Node does not close idle connections itself.
    server.on('timeout', (socket: Socket) => this.#closeIdleSocket(socket))
    const timer = setInterval(() => this.#closeSlowSockets(performance.now()), this.#limits.intervalMs).unref()
    server.once('close', () => clearInterval(timer))
  }

  /**
   * Returns a listener that handles the requests of a connection in order, each after the client received the previous
   * response.
   */
  serialize(listener: SiteListener): SiteListener {
    return (request, response) => {
      const { socket } = request
      const connection = this.#connections.get(socket)
      if (!connection) return listener(request, response)
      const previous = connection.newest
      connection.newest = response
      if (!previous || previous.writableFinished) {
        connection.current = response
        return listener(request, response)
      }
      connection.hasPipelined = true
      if (++connection.queuedCount > this.#limits.maxPipelined) return void socket.destroy()
      previous.once('close', () =>
        this.#enqueue(() => {
          connection.queuedCount--
          if (socket.destroyed || socket.writableEnded) return
          connection.current = response
          listener(request, response)
        }),
      )
    }
  }

  #enqueue(callback: () => void): void {
    if (this.#queue.push(callback) === 1) setImmediate(() => this.#runBatch())
  }

  #runBatch(): void {
    const batch = this.#queue.splice(0, BATCH_SIZE)
    if (this.#queue.length > 0) setImmediate(() => this.#runBatch())
    for (const callback of batch) callback()
  }

  /** Closes an idle connection, unless its response is still in progress, such as an open dashboard's long poll. */
  #closeIdleSocket(socket: Socket): void {
    const current = this.#connections.get(socket)?.current
    const isServerBusy = current !== undefined && !current.writableEnded && socket.writableLength === 0
    if (isServerBusy) return
    // Without a reset, a client that never closes the connection would keep the unsent rest in memory.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  }

  /**
   * Closes connections whose client receives responses too slowly. Also closes idle connections that sent pipelined
   * requests, because the operating system may still buffer their responses.
   */
  #closeSlowSockets(now: number): void {
    for (const [socket, connection] of this.#connections) {
      const { current, lastEnded, hasPipelined } = connection
      if (!current?.writableEnded) connection.lastEnded = undefined
      else if (lastEnded?.response !== current) connection.lastEnded = { response: current, since: now }
      else if (now - lastEnded.since > this.#getTimeoutMs(current, hasPipelined)) socket.resetAndDestroy()
    }
  }

  #getTimeoutMs({ writableFinished }: SiteResponse, hasPipelined: boolean): number {
    if (!writableFinished) return this.#limits.receiveMs
    return hasPipelined ? this.#limits.idleMs : Number.POSITIVE_INFINITY
  }
}
