import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { SiteRequest } from './http/site-request.ts'
import type { SiteListener, SiteResponse } from './http/site-response.ts'

type SiteServer = Server<typeof SiteRequest, typeof SiteResponse>

export type ConnectionLimits = {
  /** Idle time while waiting for the client only. */
  idleMs: number
  /** From the end of a response until the client has received it. */
  receiveMs: number
  intervalMs: number
  /** Maximum requests sent before earlier responses were received. */
  pipelined: number
}

type Connection = {
  /** Response to the newest request, possibly still queued. */
  newest: SiteResponse | undefined
  current: SiteResponse | undefined
  queued: number
  hasPipelined: boolean
  /** The ended response at the last check, and since when. */
  ended: { response: SiteResponse; since: number } | undefined
}

/** Queued requests per turn of the event loop, about a millisecond, so that pipelining clients hardly delay others. */
const BATCH_SIZE = 8

/** One response at a time per connection: a client that sends many requests and reads nothing is closed. */
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
    // With a listener, Node does not close idle connections itself.
    server.on('timeout', (socket: Socket) => this.#closeIdle(socket))
    const timer = setInterval(() => this.#closeSlow(performance.now()), this.#limits.intervalMs).unref()
    server.once('close', () => clearInterval(timer))
  }

  /** Handles the requests of a connection in order, each after the previous response was received. */
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

  /** Keeps the connection while its response has not ended, such as an open dashboard's long poll. */
  #closeIdle(socket: Socket): void {
    const current = this.#open.get(socket)?.current
    const waitsForUs = current !== undefined && !current.writableEnded && socket.writableLength === 0
    if (waitsForUs) return
    // Otherwise a client that never closes keeps the rest in memory.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  }

  /** Closes very slow connections, and idle pipelined ones, whose responses the system may buffer. */
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
