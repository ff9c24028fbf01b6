import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { pour, rawConnection } from '../support/http.ts'
import { watchErrors } from './support/log-lines.ts'
import { ask, request, SITE, SITE_PORT } from './support/sending.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Bytes that the socket buffers of both sides can hold before the connection closes. */
const TAKEN = 16 * MIB

const POURED = 96 * MIB

const PATHS = [
  '/login',
  '/',
  '/dashboard',
  '/api/contact',
  '/api/webhooks/clerk',
  '/no/such/page',
  '/__clerk/v1/client',
]

async function answerTo(connection: ReturnType<typeof rawConnection>): Promise<string> {
  const late = setTimeout(() => connection.socket.destroy(), 8_000)
  const text = await connection.ended
  clearTimeout(late)
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
        const connection = rawConnection(SITE_PORT, 'localhost')
        connection.socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${SITE.host}\r\nContent-Length: ${GIB}\r\n\r\n`)
        expect(await answerTo(connection), `${method} ${path}`).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
      }
    return `413 and closed, ${PATHS.length * 3} times`
  },
)

check(
  {
    what: 'Large chunked bodies',
    tried: `sent an endless chunked body to ${PATHS.length} kinds of paths`,
    expected: `reads at most ${TAKEN / MIB} MB and closes the connection`,
  },
  async () => {
    for (const path of PATHS) {
      const connection = rawConnection(SITE_PORT, 'localhost')
      connection.socket.write(`POST ${path} HTTP/1.1\r\nHost: ${SITE.host}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const late = setTimeout(() => connection.socket.destroy(), 8_000)
      const taken = await pour(connection, POURED)
      clearTimeout(late)
      connection.socket.destroy()
      expect(taken, `${path}`).toBeLessThan(path.startsWith('/__clerk') ? 2 * TAKEN : TAKEN)
    }
    expect((await ask('GET /robots.txt')).status).toBe(200)
    return 'closed each time'
  },
)

/** Sends a request and resets the connection some milliseconds later. */
async function abortAfter(ms: number, sent: string): Promise<void> {
  const socket = connect({ host: 'localhost', port: SITE_PORT })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(sent)
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
    const errors = watchErrors()
    for (const path of PATHS) {
      const whole = request(`POST ${path}`, [`Origin: ${SITE.origin}`], JSON.stringify({ text: 'a'.repeat(200) }))
      for (const sent of [whole, whole.slice(0, -100)])
        for (let tries = 0; tries < 50; tries++) await abortAfter(tries * 0.4, sent)
    }
    expect(errors().filter((line) => line.includes('uncaught exception'))).toEqual([])
    expect((await ask('GET /robots.txt')).status).toBe(200)
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
    const large = 'a'.repeat(16 * 1024 + 1)
    for (const path of ['/login', '/', '/no/such/page'])
      expect((await ask(`POST ${path}`, [], large)).status, `${path}`).toBe(413)
    const socket = connect({ host: 'localhost', port: SITE_PORT })
    let text = ''
    socket.on('data', (piece) => (text += piece.toString('latin1'))).on('error', () => socket.destroy())
    socket.write(`POST /api/contact HTTP/1.1\r\nHost: ${SITE.host}\r\nContent-Length: 2\r\n\r\n{}{}{}`)
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      setTimeout(() => socket.destroy(), 5_000)
    })
    expect(text).not.toMatch(/HTTP\/1\.1 5\d\d/)
    return '413; extra bytes rejected'
  },
)
