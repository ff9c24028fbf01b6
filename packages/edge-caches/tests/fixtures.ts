import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import { listen, stopListening } from '../../local-server/index.ts'
import { cleanUpAfter } from '../../local-server/tests/servers.ts'

export const { whenDone } = cleanUpAfter(afterEach)

export type Page = { status?: number; headers?: OutgoingHttpHeaders; body?: string }

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

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
  const port = await listen(server, 0, '127.0.0.1')
  const close = () => stopListening(server)
  whenDone(close)
  return { origin: `http://127.0.0.1:${port}`, received, close, becomes: (next: typeof page) => void (page = next) }
}

export function testClock() {
  let time = Date.UTC(2026, 0, 1)
  return { now: () => time, pass: (seconds: number) => void (time += seconds * 1000) }
}

export async function look(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
