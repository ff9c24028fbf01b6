import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo, Server as SocketServer } from 'node:net'

export type Clock = {
  now: () => number
  schedule: (task: () => void, delayMs: number) => () => void
}

/** Clock of the system. A scheduled task does not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  schedule: (task, delayMs) => {
    const timer = setTimeout(task, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

const LOOPBACK_PATTERN = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

export const isLoopbackName = (hostname: string): boolean => LOOPBACK_PATTERN.test(hostname)

/**
 * Same timeout as hosted services. With Node's default of 5 s, a client can write into a connection that was just
 * closed.
 */
const KEEP_ALIVE_MS = 65_000

export const createHttpServer = (listener?: RequestListener, options: ServerOptions = {}): Server =>
  createServer({ ...options, keepAliveTimeout: KEEP_ALIVE_MS }, listener)

/** Starts listening and resolves with the port; 0 selects a free one. Rejects if the port is in use. */
export function listen(server: SocketServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Loopback address. Local servers must not be reachable from outside, because their keys are well known. */
export const LOOPBACK_HOST = '127.0.0.1'

/** Listens on loopback and runs `release` after closing. Rejects if the port is in use. */
export async function serve(
  listener: RequestListener,
  port: number,
  release: () => void | Promise<void> = () => undefined,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createHttpServer(listener)
  const url = `http://${LOOPBACK_HOST}:${await listen(server, port, LOOPBACK_HOST)}`
  let closing: Promise<void> | undefined
  return { url, close: () => (closing ??= stopListening(server).then(release)) }
}

/** Creates Hono middleware for CORS with credentials for allowed origins. Other preflights get 403. */
export const cors =
  (isAllowed: (origin: string) => boolean, extra: { expose?: string; maxAgeSeconds?: number } = {}) =>
  async (c: { req: { raw: Request }; res: Response }, next: () => Promise<void>): Promise<Response | undefined> => {
    const { method, headers: requestHeaders } = c.req.raw
    const origin = requestHeaders.get('origin')
    const headers = new Headers()
    if (origin !== null && isAllowed(origin)) {
      headers.set('access-control-allow-origin', origin)
      headers.set('access-control-allow-credentials', 'true')
    } else if (method === 'OPTIONS') {
      return new Response(null, { status: 403, headers: { vary: 'Origin, Access-Control-Request-Headers' } })
    }
    if (method === 'OPTIONS') {
      headers.set('vary', 'Origin, Access-Control-Request-Headers')
      headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      headers.set('access-control-allow-headers', requestHeaders.get('access-control-request-headers') ?? '')
      if (extra.maxAgeSeconds) headers.set('access-control-max-age', String(extra.maxAgeSeconds))
      return new Response(null, { status: 204, headers })
    }
    await next()
    c.res.headers.append('vary', 'Origin')
    for (const [name, value] of headers) c.res.headers.set(name, value)
    if (extra.expose && headers.has('access-control-allow-origin')) {
      c.res.headers.set('access-control-expose-headers', extra.expose)
    }
    return undefined
  }
