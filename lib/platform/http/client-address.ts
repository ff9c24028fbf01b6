import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sharedState } from '../process/shared-state.ts'
import { readIpAddress } from './ip-address.ts'

/** Internal header with the socket's address. Its random name prevents spoofing. */
const HEADER = sharedState('socket-header', () => `x-socket-${randomBytes(12).toString('hex')}`)

/** All clients without a known address share one limit. */
const UNKNOWN = 'unknown'

/** Stores the socket's address in a header, because route handlers see only headers. */
export function noteSocketAddress(request: IncomingMessage): void {
  request.headers[HEADER] = request.socket.remoteAddress
}

/**
 * The socket's address, or the one that the first trusted proxy saw; entries further left in `X-Forwarded-For` are forgeable.
 * @param trustedProxies number of proxies that append to `X-Forwarded-For`
 */
export function clientAddress(headers: Headers, trustedProxies: number): string {
  const socket = readIpAddress(headers.get(HEADER) ?? '') ?? UNKNOWN
  const forwarded = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const chain = [...forwarded, socket]
  // A proxy may write "unknown" or a pseudonym; those clients share one limit.
  return readIpAddress(chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? '') ?? socket
}
