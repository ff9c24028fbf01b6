import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { getSharedState } from '../process/shared-state.ts'
import { parseIpAddress } from './ip-address.ts'

/** Internal header with the socket's address. Its random name prevents clients from setting it. */
const SOCKET_ADDRESS_HEADER = getSharedState('socket-header', () => `x-socket-${randomBytes(12).toString('hex')}`)

/** Address of all clients whose address is unknown. They share one rate limit. */
const UNKNOWN_ADDRESS = 'unknown'

/** Stores the socket's address in a header, because route handlers see only headers. */
export function setSocketAddressHeader(request: IncomingMessage): void {
  request.headers[SOCKET_ADDRESS_HEADER] = request.socket.remoteAddress
}

/**
 * Returns the address of the client. If there are no proxies, it is the socket's address; otherwise, it is the one that
 * the first trusted proxy received. Entries further left in `X-Forwarded-For` can be forged.
 * @param trustedProxies number of proxies that append to `X-Forwarded-For`
 */
export function getClientAddress(headers: Headers, trustedProxies: number): string {
  const socket = parseIpAddress(headers.get(SOCKET_ADDRESS_HEADER) ?? '') ?? UNKNOWN_ADDRESS
  const forwardedAddresses = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const chain = [...forwardedAddresses, socket]
  // A proxy may write "unknown" or a pseudonym; those clients share one limit.
  return parseIpAddress(chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? '') ?? socket
}
