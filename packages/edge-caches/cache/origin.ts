import { type IncomingMessage, type OutgoingHttpHeaders, request as send } from 'node:http'
import type { Readable } from 'node:stream'

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers without those of the connection that they came by. */
export const endToEnd = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

/** Node refuses more than 16 KB, which the tags of an answer may fill alone. */
const MAX_HEADER_BYTES = 128 * 1024

export type OriginRequest = { method: string; path: string; headers: OutgoingHttpHeaders; body?: Readable }

/**
 * Asks the origin, and resolves with its answer once the headers are there. Rejects when it is not reached, or is silent for
 * `timeoutMs`.
 */
export function askOrigin(
  origin: string,
  { method, path, headers, body }: OriginRequest,
  timeoutMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // As bytes: a path of a visitor is no URL that may be normalised on the way.
    const { hostname, port } = new URL(origin)
    const outgoing = send({ host: hostname, port, method, path, headers, maxHeaderSize: MAX_HEADER_BYTES }, resolve)
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`the origin was silent for ${timeoutMs} ms`)))
    outgoing.once('error', reject)
    if (body) body.pipe(outgoing)
    else outgoing.end()
  })
}
