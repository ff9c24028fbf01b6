import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './endings.ts'

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const ASKED = [
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

const pick = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(ASKED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))

/**
 * Serves cached responses, so that comparisons differ only in the bytes sent.
 * @returns the URL without a trailing slash
 */
export async function serveFromMemory(
  make: (path: string, headers: Record<string, string>) => Promise<Answer>,
): Promise<string> {
  const kept = new Map<string, Promise<Answer>>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      response.writeHead(204).end()
      return
    }
    const path = request.url ?? '/'
    const headers = pick(request.headers)
    const key = JSON.stringify([path, headers])
    const answer = kept.get(key) ?? make(path, headers)
    kept.set(key, answer)
    answer.then(
      ({ status, headers, body }) =>
        response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      // Responds with 502, which the benchmark counts as an error.
      () => response.writeHead(502).end(),
    )
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
