import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { sendBodyChunks, openRawConnection } from '../support/http.ts'
import { recordErrors } from './support/log-lines.ts'
import { sendRequest, buildRequest, SITE, SITE_PORT } from './support/raw-requests.ts'

const MIB_BYTES = 1024 ** 2
const GIB_BYTES = 1024 ** 3

/** Upper limit of the bytes that both socket buffers can accept before the connection closes. */
const MAX_ACCEPTED_BYTES = 16 * MIB_BYTES

const SENT_BYTES = 96 * MIB_BYTES

const PATHS = [
  '/login',
  '/',
  '/dashboard',
  '/api/contact',
  '/api/webhooks/clerk',
  '/no/such/page',
  '/__clerk/v1/client',
]

async function readResponse(connection: ReturnType<typeof openRawConnection>): Promise<string> {
  const timeout = setTimeout(() => connection.socket.destroy(), 8_000)
  const text = await connection.ended
  clearTimeout(timeout)
  return text
}

check(
  {
    what: 'Large bodies with Content-Length',
    tried: `announced 1 GB on ${PATHS.length} kinds of paths with POST, PUT and GET`,
    expected: 'returns 413 before any body bytes and closes the connection',
  },
  async () => {
    for (const path of PATHS)
      for (const method of ['POST', 'PUT', 'GET']) {
        const connection = openRawConnection(SITE_PORT, 'localhost')
        connection.socket.write(
          `${method} ${path} HTTP/1.1\r\nHost: ${SITE.host}\r\nContent-Length: ${GIB_BYTES}\r\n\r\n`,
        )
        expect(await readResponse(connection), `${method} ${path}`).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
      }
    return `413 and closed, ${PATHS.length * 3} times`
  },
)

check(
  {
    what: 'Large chunked bodies',
    tried: `sent an endless chunked body to ${PATHS.length} kinds of paths`,
    expected: `reads at most ${MAX_ACCEPTED_BYTES / MIB_BYTES} MB and closes the connection`,
  },
  async () => {
    for (const path of PATHS) {
      const connection = openRawConnection(SITE_PORT, 'localhost')
      connection.socket.write(`POST ${path} HTTP/1.1\r\nHost: ${SITE.host}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const timeout = setTimeout(() => connection.socket.destroy(), 8_000)
      const acceptedBytes = await sendBodyChunks(connection, SENT_BYTES)
      clearTimeout(timeout)
      connection.socket.destroy()
      expect(acceptedBytes, `${path}`).toBeLessThan(
        path.startsWith('/__clerk') ? 2 * MAX_ACCEPTED_BYTES : MAX_ACCEPTED_BYTES,
      )
    }
    expect((await sendRequest('GET /robots.txt')).status).toBe(200)
    return 'closed each time'
  },
)

/** Sends a request and resets the connection after `ms` milliseconds. */
async function abortAfter(ms: number, rawRequest: string): Promise<void> {
  const socket = connect({ host: 'localhost', port: SITE_PORT })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(rawRequest)
  await wait(ms)
  socket.resetAndDestroy()
}

check(
  {
    what: 'Connections reset during a POST',
    tried: `reset up to 20 ms after the full and a partial body, 50 times each on ${PATHS.length} kinds of paths`,
    expected: 'causes no uncaught exception',
  },
  async () => {
    const errors = recordErrors()
    for (const path of PATHS) {
      const fullRequest = buildRequest(
        `POST ${path}`,
        [`Origin: ${SITE.origin}`],
        JSON.stringify({ text: 'a'.repeat(200) }),
      )
      for (const rawRequest of [fullRequest, fullRequest.slice(0, -100)])
        for (let attempt = 0; attempt < 50; attempt++) await abortAfter(attempt * 0.4, rawRequest)
    }
    expect(errors().filter((line) => line.includes('uncaught exception'))).toEqual([])
    expect((await sendRequest('GET /robots.txt')).status).toBe(200)
    return 'the site still responds'
  },
)

check(
  {
    what: 'Unread request bodies',
    tried: 'sent a body above the limit, and one longer than its Content-Length',
    expected: 'returns 413 or rejects the extra bytes; never 500',
  },
  async () => {
    const largeBody = 'a'.repeat(16 * 1024 + 1)
    for (const path of ['/login', '/', '/no/such/page'])
      expect((await sendRequest(`POST ${path}`, [], largeBody)).status, `${path}`).toBe(413)
    const socket = connect({ host: 'localhost', port: SITE_PORT })
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1'))).on('error', () => socket.destroy())
    socket.write(`POST /api/contact HTTP/1.1\r\nHost: ${SITE.host}\r\nContent-Length: 2\r\n\r\n{}{}{}`)
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      setTimeout(() => socket.destroy(), 5_000)
    })
    expect(text).not.toMatch(/HTTP\/1\.1 5\d\d/)
    return '413; extra bytes rejected'
  },
)
