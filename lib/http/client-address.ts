import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { sharedState } from '../shared-state.ts'

/** Name of the header that holds the address of the connection; none before the boot. */
const shared = sharedState<{ header?: string }>('socket-header', () => ({}))

/** The address when nothing is known about the connection; all such clients count as one. */
const UNKNOWN = 'unknown'

/**
 * Notes the address of each connection in a header of the request, before anybody reads it. Route handlers see headers
 * only, and Next keeps an `X-Forwarded-For` that a visitor sent. The header's name is a secret of the process, so
 * nobody can send it. Called once at boot.
 */
export function noteSocketAddresses(): void {
  if (shared.header) return
  const name = `x-socket-${randomBytes(12).toString('hex')}`
  shared.header = name
  subscribe('http.server.request.start', (event) => {
    const { request } = event as { request: IncomingMessage }
    request.headers[name] = request.socket.remoteAddress
  })
}

/**
 * Address of the client: of the connection itself, or, behind proxies, the one that the first trusted proxy saw.
 * What stands further left in `X-Forwarded-For` was sent by the client and is never believed.
 * @param trustedProxies how many proxies add to `X-Forwarded-For` before a request gets here
 */
export function clientAddress(headers: Headers, trustedProxies: number): string {
  const socket = (shared.header && headers.get(shared.header)) || UNKNOWN
  const forwarded = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const chain = [...forwarded, socket]
  return chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? UNKNOWN
}
