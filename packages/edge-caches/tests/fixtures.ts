import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'

const cleanUps: (() => unknown)[] = []

/** Runs `cleanUp` when the test is done, last registered first. */
export const whenDone = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp)

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

export type Page = { status?: number; headers?: OutgoingHttpHeaders; body?: string }

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** A site whose one answer the test changes, and which notes what it is asked. */
export async function testSite(first: Page) {
  let page: Page | ((received: Received) => Page | Promise<Page>) = first
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const asked = { method, path, headers, body: await text(request) }
    received.push(asked)
    const { status = 200, headers: own = {}, body = '' } = typeof page === 'function' ? await page(asked) : page
    response.writeHead(status, own).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  whenDone(close)
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, received, close, becomes: (next: typeof page) => void (page = next) }
}

/** A clock that stands still until it is moved. */
export function testClock() {
  let time = Date.UTC(2026, 0, 1)
  return { now: () => time, pass: (seconds: number) => void (time += seconds * 1000) }
}

/** What a visitor gets. */
export async function look(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
