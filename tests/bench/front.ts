import { type IncomingHttpHeaders, createServer } from 'node:http'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'

/** Sent on to the site: what decides which answer a request gets. */
const ASKED = ['accept', 'cookie', 'rsc', 'next-router-state-tree', 'next-router-prefetch', 'user-agent']

/** Not sent back: they describe how the answer came here. */
const OF_TRANSPORT = new Set(['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])

const COMPRESSED = /^(?:text\/|application\/(?:javascript|json|manifest)|image\/svg)/

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

const pick = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(ASKED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))

async function ask(url: string, headers: Record<string, string>, change: (html: string) => string): Promise<Answer> {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  const kept = Object.fromEntries([...answer.headers].filter(([name]) => !OF_TRANSPORT.has(name)))
  const type = answer.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await answer.arrayBuffer())
  const body = type.startsWith('text/html') ? Buffer.from(change(bytes.toString())) : bytes
  if (!COMPRESSED.test(type)) return { status: answer.status, headers: kept, body }
  return {
    status: answer.status,
    headers: { ...kept, 'content-encoding': 'gzip' },
    body: gzipSync(body, { level: 6 }),
  }
}

export type Front = { address: string; close: () => Promise<void> }

/**
 * A front before the site, as nginx or a CDN is one: it keeps answers in memory and compresses them, so that two fronts
 * on one site differ in nothing but what `change` makes of a page's HTML.
 * @param site address of the site, without a slash at its end
 */
export async function startFront(site: string, change: (html: string) => string = (html) => html): Promise<Front> {
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
    const answer = kept.get(key) ?? ask(site + path, headers, change)
    kept.set(key, answer)
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      // Whoever asked sees from the status that the site behind did not answer.
      () => response.writeHead(502).end(),
    )
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The front has no port.')
  return {
    address: `http://localhost:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
