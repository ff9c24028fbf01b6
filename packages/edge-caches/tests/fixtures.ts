import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import { listen, stopListening } from '../../local-server/index.ts'
import { cleanUpAfter } from '../../local-server/tests/servers.ts'

export const { whenDone } = cleanUpAfter(afterEach)

export type Page = { status?: number; headers?: OutgoingHttpHeaders; body?: string }

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

export async function startTestSite(first: Page) {
  let page: Page | ((received: ReceivedRequest) => Page | Promise<Page>) = first
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const receivedRequest = { method, path, headers, body: await text(request) }
    received.push(receivedRequest)
    const {
      status = 200,
      headers: pageHeaders = {},
      body = '',
    } = typeof page === 'function' ? await page(receivedRequest) : page
    response.writeHead(status, pageHeaders).end(body)
  })
  const port = await listen(server, 0, '127.0.0.1')
  const close = () => stopListening(server)
  whenDone(close)
  return { origin: `http://127.0.0.1:${port}`, received, close, becomes: (next: typeof page) => void (page = next) }
}

export function createTestClock() {
  let time = Date.UTC(2026, 0, 1)
  return { now: () => time, pass: (seconds: number) => void (time += seconds * 1000) }
}

export async function fetchPage(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
