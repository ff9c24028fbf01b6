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
  pipelined: number
}

type Connection = {
  /** Response to the newest request, possibly still queued. */
  newest: SiteResponse | undefined
  current: SiteResponse | undefined
  queued: number
  hasPipelined: boolean
  /** Ended response at the last check, and the time of its first check. */
  ended: { response: SiteResponse; since: number } | undefined
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
  readonly #open = new Map<Socket, Connection>()
  readonly #due: (() => void)[] = []

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  monitor(server: SiteServer): void {
    server.timeout = this.#limits.idleMs
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, {
        newest: undefined,
        current: undefined,
        queued: 0,
        hasPipelined: false,
        ended: undefined,
      })
      socket.once('close', () => this.#open.delete(socket))
    })
    // If the event has a listener, Node does not close idle connections itself.
    server.on('timeout', (socket: Socket) => this.#closeIdle(socket))
    const timer = setInterval(() => this.#closeSlow(performance.now()), this.#limits.intervalMs).unref()
    server.once('close', () => clearInterval(timer))
  }

  /**
   * Returns a listener that handles the requests of a connection in order, each after the client received the previous
   * response.
   */
  serialize(handle: SiteListener): SiteListener {
    return (request, response) => {
      const { socket } = request
      const connection = this.#open.get(socket)
      if (!connection) return handle(request, response)
      const earlier = connection.newest
      connection.newest = response
      if (!earlier || earlier.writableFinished) {
        connection.current = response
        return handle(request, response)
      }
      connection.hasPipelined = true
      if (++connection.queued > this.#limits.pipelined) return void socket.destroy()
      earlier.once('close', () =>
        this.#enqueue(() => {
          connection.queued--
          if (socket.destroyed || socket.writableEnded) return
          connection.current = response
          handle(request, response)
        }),
      )
    }
  }

  #enqueue(handle: () => void): void {
    if (this.#due.push(handle) === 1) setImmediate(() => this.#runBatch())
  }

  #runBatch(): void {
    const batch = this.#due.splice(0, BATCH_SIZE)
    if (this.#due.length > 0) setImmediate(() => this.#runBatch())
    for (const handle of batch) handle()
  }

  /** Closes an idle connection, unless its response is still in progress, such as an open dashboard's long poll. */
  #closeIdle(socket: Socket): void {
    const current = this.#open.get(socket)?.current
    const waitsForUs = current !== undefined && !current.writableEnded && socket.writableLength === 0
    if (waitsForUs) return
    // Without a reset, a client that never closes the connection would keep the unsent rest in memory.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  }

  /**
   * Closes very slow connections, and idle connections with pipelined requests, because the system may buffer their
   * responses.
   */
  #closeSlow(now: number): void {
    for (const [socket, connection] of this.#open) {
      const { current, ended, hasPipelined } = connection
      if (!current?.writableEnded) connection.ended = undefined
      else if (ended?.response !== current) connection.ended = { response: current, since: now }
      else if (now - ended.since > this.#timeoutMs(current, hasPipelined)) socket.resetAndDestroy()
    }
  }

  #timeoutMs({ writableFinished }: SiteResponse, hasPipelined: boolean): number {
    if (!writableFinished) return this.#limits.receiveMs
    return hasPipelined ? this.#limits.idleMs : Number.POSITIVE_INFINITY
  }
}
