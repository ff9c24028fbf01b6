import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './endings.ts'

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

/** What decides which answer a request gets. */
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
 * Serves answers that are made once and kept, so that what is compared differs in what is sent and in nothing else.
 * @returns its address, without a slash at the end
 */
export async function serveFromMemory(
  make: (path: string, headers: Record<string, string>) => Promise<Answer>,
): Promise<string> {
  const kept = new Map<string, Promise<Answer>>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      // What a page tells the site, as that it was shown, is taken and goes no further.
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
      // Whoever asked sees from the status that the site behind did not answer.
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
