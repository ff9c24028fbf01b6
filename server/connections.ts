import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { SiteRequest } from './site-request.ts'
import type { SiteResponse } from './site-response.ts'

type Listener = RequestListener<typeof SiteRequest, typeof SiteResponse>
type SiteServer = Server<typeof SiteRequest, typeof SiteResponse>

/** Milliseconds, and requests, after which a connection is closed. */
export type ConnectionLimits = {
  /** Without a byte in either direction while nothing but the client is waited for. */
  idle: number
  /** From the moment at which an answer is complete until the client has taken all of it. */
  taken: number
  /** How often that is looked at. */
  interval: number
  /** Requests that were sent before the answers to earlier ones were taken. */
  waiting: number
}

/** What is known of a connection. */
type Connection = {
  /** The answer to the newest request, whether its turn has come or not. */
  newest: SiteResponse | undefined
  /** The answer that is being given. */
  current: SiteResponse | undefined
  waiting: number
  /** Whether a request came before the answer to an earlier one was taken. */
  hasWaited: boolean
  /** The complete answer that was the last one when it was looked at, and since when. */
  complete: { answer: SiteResponse; since: number } | undefined
}

/**
 * Answers to waiting requests that are begun in one turn of the event loop: a millisecond's work, so that whoever sends one request
 * at a time hardly waits for those who send many.
 */
const BEGUN_AT_ONCE = 8

/**
 * The connections of the site: each is given one answer after the other, so that whoever sends many requests and reads no answer
 * holds the memory and the time of one, and is closed when it takes nothing.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Map<Socket, Connection>()
  /** Answers to waiting requests whose turn has come. */
  readonly #due: (() => void)[] = []

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Begins to look after the connections of a server, which has not accepted any yet. */
  watch(server: SiteServer): void {
    server.timeout = this.#limits.idle
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, {
        newest: undefined,
        current: undefined,
        waiting: 0,
        hasWaited: false,
        complete: undefined,
      })
      socket.once('close', () => this.#open.delete(socket))
    })
    // With a listener Node leaves it to that to close a connection on which nothing happens.
    server.on('timeout', (socket: Socket) => this.#endIdle(socket))
    const looking = setInterval(() => this.#endUntaken(performance.now()), this.#limits.interval).unref()
    server.once('close', () => clearInterval(looking))
  }

  /** Has the requests of a connection answered in their order, each when the one before has been taken. */
  inTurn(answer: Listener): Listener {
    return (request, response) => {
      const { socket } = request
      const connection = this.#open.get(socket)
      if (!connection) return answer(request, response)
      const earlier = connection.newest
      connection.newest = response
      if (!earlier || earlier.writableFinished) {
        connection.current = response
        return answer(request, response)
      }
      connection.hasWaited = true
      if (++connection.waiting > this.#limits.waiting) return void socket.destroy()
      earlier.once('close', () =>
        this.#begin(() => {
          connection.waiting--
          if (socket.destroyed || socket.writableEnded) return
          connection.current = response
          answer(request, response)
        }),
      )
    }
  }

  #begin(answer: () => void): void {
    if (this.#due.push(answer) === 1) setImmediate(() => this.#beginSome())
  }

  #beginSome(): void {
    const begun = this.#due.splice(0, BEGUN_AT_ONCE)
    if (this.#due.length > 0) setImmediate(() => this.#beginSome())
    for (const answer of begun) answer()
  }

  /** Nobody is closed who waits for an answer that the site has not finished, such as an open dashboard. */
  #endIdle(socket: Socket): void {
    const current = this.#open.get(socket)?.current
    const waitsForUs = current !== undefined && !current.writableEnded && socket.writableLength === 0
    if (waitsForUs) return
    // What has not been taken is not kept for who closes neither.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  }

  /**
   * Closes connections whose clients take an answer byte by byte, and those on which many requests were sent and no more come: what
   * the system still keeps of the answers nobody can say.
   */
  #endUntaken(now: number): void {
    for (const [socket, connection] of this.#open) {
      const { current, complete, hasWaited } = connection
      if (!current?.writableEnded) connection.complete = undefined
      else if (complete?.answer !== current) connection.complete = { answer: current, since: now }
      else if (now - complete.since > this.#patience(current, hasWaited)) socket.resetAndDestroy()
    }
  }

  #patience({ writableFinished }: SiteResponse, hasWaited: boolean): number {
    if (!writableFinished) return this.#limits.taken
    return hasWaited ? this.#limits.idle : Number.POSITIVE_INFINITY
  }
}
