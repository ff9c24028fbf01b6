import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getClientAddress } from '../../lib/platform/http/client-address.ts'
import { getBodyLimit } from '../../server/guards/body-limit.ts'
import { pollUntil } from '../support/until.ts'
import { type SendRequest, createNginxClient, NGINX_HOST, type Nginx, startNginx } from './support/nginx.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const SECRET = 'do-not-write-me-down'
const CONNECTION_COUNT = 100

type RecordedRequest = { method: string; url: string; headers: IncomingHttpHeaders; bytes: number }

const openSockets: TLSSocket[] = []
function openRawConnection(port: number, text: string) {
  const socket = connect({ host: '127.0.0.1', port, servername: NGINX_HOST, rejectUnauthorized: false })
  openSockets.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  // Ignores connection errors, because several tests expect a reset.
  socket.on('error', () => socket.destroy())
  socket.write(text)
  const fullText = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return { socket, received: () => received, ended: fullText }
}

describe.skipIf(!hasProgram('nginx'))('nginx in front of a recording server', () => {
  let recordedRequests: RecordedRequest[]
  let connections: number
  let isLargeResponseSent: boolean
  const servers: Server[] = []
  let nginx: Nginx
  let sendRequest: SendRequest
  let disconnect: () => void

  async function startRecorder(): Promise<number> {
    const server = createServer((incoming, response) => {
      const entry: RecordedRequest = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        bytes: 0,
      }
      recordedRequests.push(entry)
      incoming.on('data', (chunk: Buffer) => (entry.bytes += chunk.length))
      incoming.on('end', () => {
        if (incoming.url === '/breaks') return void incoming.socket.destroy()
        if (incoming.url !== '/large') return void response.end('taken')
        response.once('finish', () => (isLargeResponseSent = true))
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
    recordedRequests = []
    nginx = await startNginx({
      name: 'nginx-recorded',
      upstreams: [await startRecorder(), await startRecorder()],
      // Shortens the timeouts from ten seconds to three.
      replacements: [
        ['client_header_timeout 10s', 'client_header_timeout 3s'],
        ['client_body_timeout 10s', 'client_body_timeout 3s'],
      ],
    })
    ;({ sendRequest, disconnect } = createNginxClient(nginx.port))
  })
  beforeEach(() => {
    recordedRequests = []
    connections = 0
    isLargeResponseSent = false
  })
  afterEach(() => {
    for (const socket of openSockets.splice(0)) socket.destroy()
  })
  afterAll(async () => {
    disconnect?.()
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
    await sendRequest('/', { headers: forged })
    const [{ headers }] = recordedRequests as [RecordedRequest]
    expect(headers).toMatchObject({
      host: NGINX_HOST,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': NGINX_HOST,
      'x-forwarded-proto': 'https',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    for (const name of ['x-real-ip', 'forwarded', 'x-forwarded-port']) expect(headers[name]).toBeUndefined()
    expect(getClientAddress(new Headers(headers as Record<string, string>), 1)).toBe('127.0.0.1')
  })

  it.each(['/login', '/api/contact', '/dashboard/leads', '/__clerk/v1/me'])(
    'enforces the same body size limit as the site: %s',
    async (path) => {
      const limit = getBodyLimit(path)
      const post = (bytes: number) => sendRequest(path, { method: 'POST' }, Buffer.alloc(bytes))
      expect((await post(limit)).status).toBe(200)
      expect((await post(limit + 1)).status).toBe(413)
      expect(recordedRequests.map(({ bytes }) => bytes)).toEqual([limit])
    },
  )

  it('rejects headers that are too large', async () => {
    const { status } = await sendRequest('/', { headers: { 'x-long': 'a'.repeat(9_000) } })
    expect(status).toBe(400)
    const largeHeaders = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`x-long-${number}`, 'a'.repeat(7_000)]))
    expect((await sendRequest('/', { headers: largeHeaders })).status).toBe(400)
    expect(recordedRequests).toEqual([])
  })

  it.each([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two Content-Length headers', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['an unknown transfer encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\nhello'],
  ])('rejects a request with ambiguous length: %s', async (_, rest) => {
    const smuggledRequest = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const response = await openRawConnection(
      nginx.port,
      `POST /api/contact HTTP/1.1\r\nHost: localhost\r\n${rest}${smuggledRequest}`,
    ).ended
    expect(response).toMatch(/^HTTP\/1\.1 (400|501)/)
    expect(recordedRequests).toEqual([])
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
    expect((await sendRequest(path)).status).toBe(404)
    expect(recordedRequests).toEqual([])
  })

  it('closes slow requests before they reach the site', async () => {
    const headerConnections = Array.from({ length: CONNECTION_COUNT }, () =>
      openRawConnection(nginx.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: '),
    )
    const bodyConnections = Array.from({ length: CONNECTION_COUNT }, () =>
      openRawConnection(nginx.port, 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na'),
    )
    await Promise.all([...headerConnections, ...bodyConnections].map(({ socket }) => once(socket, 'secureConnect')))
    const startedAt = performance.now()
    expect((await sendRequest('/visit')).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    await Promise.all([...headerConnections, ...bodyConnections].map(({ ended }) => ended))
    expect(recordedRequests.map(({ url }) => url)).toEqual(['/visit'])
    expect(connections).toBeLessThanOrEqual(1)
  })

  it('buffers responses for slow clients', async () => {
    const slowClient = openRawConnection(nginx.port, 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    slowClient.socket.pause()
    await pollUntil('the end of the response', async () => isLargeResponseSent || undefined)
    expect(slowClient.received().length).toBeLessThan(1024 * 1024)
  })

  it('retries a failed GET on another process, but not a POST', async () => {
    // Both processes fail, and nginx skips a failed process for two seconds.
    expect((await sendRequest('/breaks')).status).toBe(503)
    expect(recordedRequests.map(({ url }) => url)).toEqual(['/breaks', '/breaks'])
    recordedRequests = []
    await pollUntil('an available process', async () => (await sendRequest('/')).status === 200 || undefined)
    recordedRequests = []
    const rejected = await sendRequest('/breaks', { method: 'POST' }, Buffer.from('a'))
    expect([rejected.status, rejected.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(recordedRequests).toHaveLength(1)
    await pollUntil('an available process', async () => (await sendRequest('/')).status === 200 || undefined)
  })

  it('limits the request rate per client address', async () => {
    const responses = await Promise.all(Array.from({ length: 600 }, () => sendRequest('/often')))
    const rejectedCount = responses.filter(({ status }) => status === 429).length
    expect(rejectedCount).toBeGreaterThan(150)
    expect(recordedRequests.length).toBe(600 - rejectedCount)
  })

  it('logs no secrets from URLs, even if the site is unreachable', async () => {
    const paths = [
      `/api/calendar/${SECRET}.ics`,
      `/api/%63alendar/${SECRET}.ics`,
      `//api/calendar/${SECRET}.ics`,
      `/newsletter/confirm?token=${SECRET}`,
      `/api/newsletter/unsubscribe?token=${SECRET}`,
    ]
    const countLines = () => nginx.logs().access.split('\n').length
    const linesBefore = countLines()
    // Repeats a rate-limited request, because it never reaches the failing process.
    const requestStatusWithRetry = (path: string) =>
      pollUntil(
        'a free slot',
        async () => {
          const { status } = await sendRequest(path)
          return status === 429 ? undefined : status
        },
        { intervalMs: 50 },
      )
    for (const path of paths) expect(await requestStatusWithRetry(path)).toBe(200)
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
    for (const path of paths) expect(await requestStatusWithRetry(path)).toBe(503)
    await expect.poll(countLines).toBeGreaterThanOrEqual(linesBefore + 2 * paths.length)
    const { access, errors } = nginx.logs()
    expect(access).toContain('"path":"/newsletter/confirm"')
    expect(access + errors).not.toContain(SECRET)
  })
})

describe.skipIf(!hasProgram('nginx'))('nginx in front of the site', () => {
  let site: Site
  let nginx: Nginx
  let sendRequest: SendRequest
  let disconnect: () => void
  beforeAll(async () => {
    site = await startSite({ name: 'nginx-site', variables: { TRUSTED_PROXIES: '1' } })
    nginx = await startNginx({ name: 'nginx-of-site', upstreams: [site.port] })
    ;({ sendRequest, disconnect } = createNginxClient(nginx.port))
  })
  afterAll(async () => {
    disconnect?.()
    await nginx?.stop()
    await site?.stop()
  })

  it('forwards the compressed response, security headers, ETag and request id', async () => {
    const headers = { 'accept-encoding': 'br' }
    const home = await sendRequest('/', { headers })
    expect([home.status, home.headers['content-encoding']]).toEqual([200, 'br'])
    const direct = await fetch(site.url, { headers })
    expect(home.headers['content-security-policy']).toBe(direct.headers.get('content-security-policy'))
    const revalidation = await sendRequest('/', { headers: { ...headers, 'if-none-match': home.headers.etag } })
    expect(revalidation.status).toBe(304)
    const ticket = await sendRequest('/api/contact/ticket')
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
    const httpResponse = await fetch(`http://127.0.0.1:${nginx.httpPort}/blog?a=b`, { redirect: 'manual' })
    expect([httpResponse.status, httpResponse.headers.get('location')]).toEqual([308, `https://${NGINX_HOST}/blog?a=b`])
    await expect(sendRequest('/', { servername: 'elsewhere.example', agent: new Agent() })).rejects.toThrow()
  })
})
