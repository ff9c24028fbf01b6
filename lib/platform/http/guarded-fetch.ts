import { lookup as resolveHost, type LookupAddress, type LookupOptions } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Error of a request to an address that is not on the public internet. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS'
  constructor() {
    super('The host resolves to an address that is not public')
    this.name = 'PrivateAddressError'
  }
}

type ResolveCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

/** Resolves a host name to all its addresses. */
export type ResolveHost = (hostname: string, options: LookupOptions & { all: true }, callback: ResolveCallback) => void

export type Guard = {
  /** Whether loopback addresses are allowed too, for local development. */
  allowsLoopback: boolean
  resolve?: ResolveHost
}

export const isAllowedAddress = (address: string, { allowsLoopback }: Guard): boolean =>
  isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))

/**
 * Checks each address that the connection may use. Node connects to the addresses that this function returns, so a
 * second DNS response (DNS rebinding) has no effect.
 */
const buildLookup =
  (guard: Guard): LookupFunction =>
  (hostname, options, callback) => {
    const { resolve = resolveHost } = guard
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new PrivateAddressError(), '')
      if (!addresses.every(({ address }) => isAllowedAddress(address, guard)))
        return callback(new PrivateAddressError(), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

type GuardedRequest = {
  headers: Record<string, string>
  body: string
  /** Bytes of the response to read. The connection closes there. */
  maxResponseBytes: number
  /** Ends the request, including the response body. */
  signal: AbortSignal
}

async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

/**
 * Posts to a URL that a user chose. Connects only to public addresses and never follows redirects.
 * @throws {PrivateAddressError}
 * @throws the reason of `signal`, or a network error
 */
export async function postGuarded(
  url: string,
  { headers, body, maxResponseBytes, signal }: GuardedRequest,
  guard: Guard,
): Promise<{ status: number; text: string }> {
  signal.throwIfAborted()
  const { protocol, hostname } = new URL(url)
  // Node does not look up hosts that are IP addresses.
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowedAddress(host, guard)) throw new PrivateAddressError()
  const send = protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: buildLookup(guard),
    // A pooled connection could have been opened for another check.
    agent: false,
    signal,
  })
  request.on('response', resolve)
  request.on('error', reject)
  request.end(body)
  try {
    const response = await promise
    return { status: response.statusCode ?? 0, text: await readStart(response, maxResponseBytes) }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    request.destroy()
  }
}
