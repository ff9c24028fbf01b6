import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientAddress } from '../../lib/platform/http/client-address.ts'
import { getBodyLimit } from '../../server/guards/body-limit.ts'
import { until } from '../support/until.ts'
import { type Ask, createVisitor, NGINX_HOST, type Nginx, startNginx } from './support/nginx.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const SECRET = 'do-not-write-me-down'
const MANY = 100

type Came = { method: string; url: string; headers: IncomingHttpHeaders; bytes: number }

const open: TLSSocket[] = []
function raw(port: number, text: string) {
  const socket = connect({ host: '127.0.0.1', port, servername: NGINX_HOST, rejectUnauthorized: false })
  open.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  // Ignores connection errors, because some tests expect a reset.
  socket.on('error', () => socket.destroy())
  socket.write(text)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return { socket, received: () => received, ended }
}

describe.skipIf(!hasProgram('nginx'))('nginx in front of a recording server', () => {
  let came: Came[]
  let connections: number
  let slowlySent: boolean
  const servers: Server[] = []
  let nginx: Nginx
  let ask: Ask
  let leave: () => void

  async function startRecorder(): Promise<number> {
    const server = createServer((incoming, response) => {
      const entry: Came = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        bytes: 0,
      }
      came.push(entry)
      incoming.on('data', (chunk: Buffer) => (entry.bytes += chunk.length))
      incoming.on('end', () => {
        if (incoming.url === '/breaks') return void incoming.socket.destroy()
        if (incoming.url !== '/large') return void response.end('taken')
        response.once('finish', () => (slowlySent = true))
        response.end(Buffer.alloc(20 * 1024 * 1024))
      })
    })
    server.on('connection', () => (connections += 1))
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  beforeAll(async () => {
    came = []
    nginx = await startNginx({
      name: 'nginx-recorded',
      upstreams: [await startRecorder(), await startRecorder()],
      // Shortens the timeouts from ten seconds to three.
      replaced: [
        ['client_header_timeout 10s', 'client_header_timeout 3s'],
        ['client_body_timeout 10s', 'client_body_timeout 3s'],
      ],
    })
    ;({ ask, leave } = createVisitor(nginx.port))
  })
  beforeEach(() => {
    came = []
    connections = 0
    slowlySent = false
  })
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy()
  })
  afterAll(async () => {
    leave?.()
    await nginx?.stop()
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
  })

  it('replaces forwarding headers from the client with its own', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '1',
      'x-real-ip': '203.0.113.9',
      'x-request-id': 'of-the-client',
      forwarded: 'for=203.0.113.9',
    }
    await ask('/', { headers: forged })
    const [{ headers }] = came as [Came]
    expect(headers).toMatchObject({
      host: NGINX_HOST,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': NGINX_HOST,
      'x-forwarded-proto': 'https',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    for (const name of ['x-real-ip', 'forwarded', 'x-forwarded-port']) expect(headers[name]).toBeUndefined()
    expect(clientAddress(new Headers(headers as Record<string, string>), 1)).toBe('127.0.0.1')
  })

  it.each(['/login', '/api/contact', '/dashboard/leads', '/__clerk/v1/me'])(
    'enforces the same body size limit as the site: %s',
    async (path) => {
      const limit = getBodyLimit(path)
      const post = (bytes: number) => ask(path, { method: 'POST' }, Buffer.alloc(bytes))
      expect((await post(limit)).status).toBe(200)
      expect((await post(limit + 1)).status).toBe(413)
      expect(came.map(({ bytes }) => bytes)).toEqual([limit])
    },
  )

  it('rejects headers that are too large', async () => {
    const { status } = await ask('/', { headers: { 'x-long': 'a'.repeat(9_000) } })
    expect(status).toBe(400)
    const many = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`x-long-${number}`, 'a'.repeat(7_000)]))
    expect((await ask('/', { headers: many })).status).toBe(400)
    expect(came).toEqual([])
  })

  it.each([
    ['a length and pieces', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['an unknown encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\nhello'],
  ])('rejects a request with ambiguous length: %s', async (_, rest) => {
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answer = await raw(nginx.port, `POST /api/contact HTTP/1.1\r\nHost: localhost\r\n${rest}${hidden}`).ended
    expect(answer).toMatch(/^HTTP\/1\.1 (400|501)/)
    expect(came).toEqual([])
  })

  it.each([
    '/api/health/live',
    '/api/health/ready?x',
    '/api//health/live',
    '/api/%68ealth/live',
    '/x/../api/health/live',
    '/api/metrics',
    '/api/metrics/',
  ])('blocks %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
    expect(came).toEqual([])
  })

  it('closes slow requests before they reach the site', async () => {
    const heads = Array.from({ length: MANY }, () => raw(nginx.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: '))
    const bodies = Array.from({ length: MANY }, () =>
      raw(nginx.port, 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na'),
    )
    await Promise.all([...heads, ...bodies].map(({ socket }) => once(socket, 'secureConnect')))
    const began = performance.now()
    expect((await ask('/visit')).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(1_000)
    await Promise.all([...heads, ...bodies].map(({ ended }) => ended))
    expect(came.map(({ url }) => url)).toEqual(['/visit'])
    expect(connections).toBeLessThanOrEqual(1)
  })

  it('buffers responses for slow clients', async () => {
    const reader = raw(nginx.port, 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    reader.socket.pause()
    await until('the end of the response', async () => slowlySent || undefined)
    expect(reader.received().length).toBeLessThan(1024 * 1024)
  })

  it('retries a failed GET on another process, but not a POST', async () => {
    // Both processes fail, and nginx skips a failed process for two seconds.
    expect((await ask('/breaks')).status).toBe(503)
    expect(came.map(({ url }) => url)).toEqual(['/breaks', '/breaks'])
    came = []
    await until('an available process', async () => (await ask('/')).status === 200 || undefined)
    came = []
    const refused = await ask('/breaks', { method: 'POST' }, Buffer.from('a'))
    expect([refused.status, refused.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(came).toHaveLength(1)
    await until('an available process', async () => (await ask('/')).status === 200 || undefined)
  })

  it('limits the request rate per client address', async () => {
    const answers = await Promise.all(Array.from({ length: 600 }, () => ask('/often')))
    const refused = answers.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(150)
    expect(came.length).toBe(600 - refused)
  })

  it('logs no secrets from URLs, even if the site is unreachable', async () => {
    const paths = [
      `/api/calendar/${SECRET}.ics`,
      `/api/%63alendar/${SECRET}.ics`,
      `//api/calendar/${SECRET}.ics`,
      `/newsletter/confirm?token=${SECRET}`,
      `/api/newsletter/unsubscribe?token=${SECRET}`,
    ]
    const lines = () => nginx.logs().access.split('\n').length
    const before = lines()
    // Repeats a rate-limited request, because it never reaches the failing process.
    const statusInTurn = (path: string) =>
      until(
        'a free slot',
        async () => {
          const { status } = await ask(path)
          return status === 429 ? undefined : status
        },
        { intervalMs: 50 },
      )
    for (const path of paths) expect(await statusInTurn(path)).toBe(200)
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
    for (const path of paths) expect(await statusInTurn(path)).toBe(503)
    await expect.poll(lines).toBeGreaterThanOrEqual(before + 2 * paths.length)
    const { access, errors } = nginx.logs()
    expect(access).toContain('"path":"/newsletter/confirm"')
    expect(access + errors).not.toContain(SECRET)
  })
})

describe.skipIf(!hasProgram('nginx'))('nginx in front of the site', () => {
  let site: Site
  let nginx: Nginx
  let ask: Ask
  let leave: () => void
  beforeAll(async () => {
    site = await startSite({ name: 'nginx-site', variables: { TRUSTED_PROXIES: '1' } })
    nginx = await startNginx({ name: 'nginx-of-site', upstreams: [site.port] })
    ;({ ask, leave } = createVisitor(nginx.port))
  })
  afterAll(async () => {
    leave?.()
    await nginx?.stop()
    await site?.stop()
  })

  it('passes on the compressed response, security headers, ETag and request id', async () => {
    const headers = { 'accept-encoding': 'br' }
    const home = await ask('/', { headers })
    expect([home.status, home.headers['content-encoding']]).toEqual([200, 'br'])
    const direct = await fetch(site.url, { headers })
    expect(home.headers['content-security-policy']).toBe(direct.headers.get('content-security-policy'))
    const again = await ask('/', { headers: { ...headers, 'if-none-match': home.headers.etag } })
    expect(again.status).toBe(304)
    const ticket = await ask('/api/contact/ticket')
    expect(ticket.headers['x-request-id'], 'request id from nginx').toMatch(/^[0-9a-f]{32}$/)
  })

  it('supports HTTP/2', async () => {
    const session = connectHttp2(`https://127.0.0.1:${nginx.port}`, {
      rejectUnauthorized: false,
      servername: NGINX_HOST,
    })
    const stream = session.request({ ':path': '/pricing', ':authority': NGINX_HOST })
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    expect(headers[':status']).toBe(200)
    session.destroy()
  })

  it('redirects to HTTPS and closes TLS connections for unknown host names', async () => {
    const plain = await fetch(`http://127.0.0.1:${nginx.httpPort}/blog?a=b`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `https://${NGINX_HOST}/blog?a=b`])
    await expect(ask('/', { servername: 'elsewhere.example', agent: new Agent() })).rejects.toThrow()
  })
})
