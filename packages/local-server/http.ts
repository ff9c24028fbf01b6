import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo, Server as SocketServer } from 'node:net'

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host name always means this machine. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname)

/**
 * Milliseconds that a connection stays open without a request, as at hosted services. After Node's five seconds a client that
 * was busy for longer writes into a connection that has just been closed, and its request fails.
 */
const KEEP_ALIVE_MS = 65_000

/** A server of HTTP that is not listening yet; see {@link listen}. */
export const createHttpServer = (listener?: RequestListener, options: ServerOptions = {}): Server =>
  createServer({ ...options, keepAliveTimeout: KEEP_ALIVE_MS }, listener)

/** Resolves with the port once the server accepts requests; 0 takes any free port. Rejects when the port is taken. */
export function listen(server: SocketServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Ends open requests and event streams too; resolves when the port is free. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
