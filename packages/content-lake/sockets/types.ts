/** The part of a lake user that presence shows. */
export type SocketUser = { id: string }

export type SocketsOptions = {
  /** The user of a bearer token; undefined when there is none. */
  authenticate(token: string | undefined): SocketUser | undefined
  /** The lake's own HTTP handler: answers event-stream requests that came over a socket. */
  fetch(request: Request): Response | Promise<Response>
  /** Browsers' origins that may open sockets; clients that send no `Origin` (no browsers) always may. */
  allowedOrigins: readonly string[]
  /** Default 15 000 ms. */
  heartbeatMs?: number
  /** How long an `sse` socket may take to send its headers; default 10 000 ms. */
  openingMs?: number
}

export type Sockets = {
  /** Open sockets, both kinds. */
  count(): number
  /** Ends every socket and stops accepting new ones. */
  close(): Promise<void>
}
