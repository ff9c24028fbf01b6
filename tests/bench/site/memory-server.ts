import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addCleanup } from './cleanups.ts'

export type MemoryResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const CACHE_KEY_HEADERS = [
  'accept',
  'accept-encoding',
  'cookie',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'rsc',
  'user-agent',
]

const pickHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    CACHE_KEY_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )

/**
 * Serves cached responses, so that comparisons differ only in the bytes sent.
 * @returns the URL without a trailing slash
 */
export async function serveFromMemory(
  loadResponse: (path: string, headers: Record<string, string>) => Promise<MemoryResponse>,
): Promise<string> {
  const cache = new Map<string, Promise<MemoryResponse>>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      response.writeHead(204).end()
      return
    }
    const path = request.url ?? '/'
    const headers = pickHeaders(request.headers)
    const key = JSON.stringify([path, headers])
    const cachedResponse = cache.get(key) ?? loadResponse(path, headers)
    cache.set(key, cachedResponse)
    cachedResponse.then(
      ({ status, headers, body }) =>
        response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      // Responds with 502, which the benchmark counts as an error.
      () => response.writeHead(502).end(),
    )
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  addCleanup(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
