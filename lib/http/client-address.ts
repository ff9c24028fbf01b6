import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sharedState } from '../shared-state.ts'
import { readIpAddress } from './ip-address.ts'

/** Header with the address of the connection. Its name is a secret of the process, so nobody can send it. */
const HEADER = sharedState('socket-header', () => `x-socket-${randomBytes(12).toString('hex')}`)

/** The address when nothing is known about the connection; all such clients count as one. */
const UNKNOWN = 'unknown'

/** Notes the address of the connection in the headers of a request, which is all that route handlers see of it. */
export function noteSocketAddress(request: IncomingMessage): void {
  request.headers[HEADER] = request.socket.remoteAddress
}

/**
 * Address of the client in its canonical form: of the connection itself, or, behind proxies, the one that the first trusted proxy saw.
 * What stands further left in `X-Forwarded-For` was sent by the client and is never believed.
 * @param trustedProxies how many proxies add to `X-Forwarded-For` before a request gets here
 */
export function clientAddress(headers: Headers, trustedProxies: number): string {
  const socket = readIpAddress(headers.get(HEADER) ?? '') ?? UNKNOWN
  const forwarded = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const chain = [...forwarded, socket]
  // A proxy writes "unknown" or an invented name for a hidden client: all of them count as one client.
  return readIpAddress(chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? '') ?? socket
}
