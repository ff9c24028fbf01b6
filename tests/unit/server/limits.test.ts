import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '../../../lib/platform/log/log.ts'
import { getBodyLimit } from '../../../server/guards/body-limit.ts'
import type { SiteOptions } from '../../../server/http/context.ts'
import { createGateway } from '../../../server/gateway.ts'
import { createHttpServer } from '../../../server/http-server.ts'
import type { SiteRequest } from '../../../server/http/site-request.ts'
import type { SiteResponse } from '../../../server/http/site-response.ts'
import { createTextResponse } from '../../../server/http/response.ts'
import { type AnyServer, ask, closed, listening, pour, rawConnection } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { until } from '../../support/until.ts'

const KIB = 1024
const GIB = KIB ** 3

const LIMIT = 16 * KIB

const ROUTE = '/api/contact'
const ROUTE_LIMIT = 2 * KIB ** 2

const HOST = 'www.example.com'

/** Maximum bytes in the socket buffers of both sides when the server closes a connection. */
const UNDER_WAY = 16 * KIB ** 2

const home = createTextResponse(200, 'The home page', {})

let server: AnyServer
let port: number
/** Size in bytes of each complete body that reached Next. */
let taken: number[]

const framework = async (request: SiteRequest, response: SiteResponse) => {
  if (request.url === '/api/hasty') return void response.end('hasty')
  let bytes = 0
  for await (const chunk of request) bytes += (chunk as Buffer).length
  taken.push(bytes)
  response.end(`${bytes} bytes`)
}

async function serve(limits?: Parameters<typeof createHttpServer>[1]) {
  const options = {
    siteUrl: 'https://www.example.com',
    trustedProxies: 0,
    headers: {},
    pageHeaders: {},
    cache: { getFresh: (path: string) => (path === '/' ? home : undefined) },
    publicFiles: new Set<string>(),
    next: framework,
  } as unknown as SiteOptions
  server = createHttpServer(createGateway(options), limits)
  port = await listening(server)
}

beforeEach(() => {
  stubSiteEnv()
  vi.spyOn(log, 'error').mockReturnValue()
  taken = []
})
afterEach(async () => {
  await closed(server)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function begin(line: string, ...headers: string[]) {
  const connection = rawConnection(port)
  connection.socket.write([`${line} HTTP/1.1`, `Host: ${HOST}`, ...headers, '', ''].join('\r\n'))
  return connection
}

it('the keep-alive timeout exceeds the idle timeout of reverse proxies', async () => {
  await serve()
  expect(Reflect.get(server, 'keepAliveTimeout')).toBeGreaterThan(60_000)
})

describe('request body', () => {
  beforeEach(() => serve())

  it('is rejected above the limit', async () => {
    const sent = (bytes: number) =>
      ask(port, ROUTE, { method: 'POST', headers: { host: HOST }, body: Buffer.alloc(bytes) })
    expect((await sent(ROUTE_LIMIT)).body.toString()).toBe(`${ROUTE_LIMIT} bytes`)
    expect(await sent(ROUTE_LIMIT + 1)).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(taken).toEqual([ROUTE_LIMIT])
  })

  it.each([`POST /login`, 'GET /', 'GET /login', 'POST /', 'POST /api/contact', 'PUT /dashboard'])(
    'is rejected before it arrives if its Content-Length is too large: %s',
    async (line) => {
      const answer = await begin(line, `Content-Length: ${GIB}`).ended
      expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*too large/i)
      expect(taken).toEqual([])
    },
  )

  it('without a length is rejected as soon as it exceeds the limit', async () => {
    const connection = begin(`POST ${ROUTE}`, 'Transfer-Encoding: chunked')
    const poured = pour(connection, GIB)
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 413 /)
    expect(await poured).toBeLessThan(UNDER_WAY)
    expect(taken).toEqual([])
  })

  it('without a length is counted correctly for any chunk size', async () => {
    const PIECE = 16
    const sent = (bytes: number) =>
      begin(`POST ${ROUTE}`, 'Transfer-Encoding: chunked', 'Connection: close').socket.write(
        `${`10\r\n${'a'.repeat(PIECE)}\r\n`.repeat(bytes / PIECE)}${'1\r\na\r\n'.repeat(bytes % PIECE)}0\r\n\r\n`,
      )
    sent(ROUTE_LIMIT)
    sent(ROUTE_LIMIT + 1)
    await until('the accepted body', async () => taken.length > 0 || undefined)
    expect(taken).toEqual([ROUTE_LIMIT])
  })

  it.each(['GET /', 'POST /api/hasty', 'POST /'])(
    'is not read after the response if it never ends: %s',
    async (line) => {
      const connection = begin(line, 'Transfer-Encoding: chunked')
      connection.socket.write('1\r\na\r\n')
      expect(await connection.ended).toMatch(/^HTTP\/1\.1 [\s\S]*connection: close/i)
    },
  )

  it('within the limit keeps the connection open', async () => {
    const connection = begin('POST /api/contact', 'Content-Length: 1')
    connection.socket.write('a')
    await until('the first response', async () => connection.received().includes('1 bytes') || undefined)
    connection.socket.write('GET / HTTP/1.1\r\nHost: www.example.com\r\nConnection: close\r\n\r\n')
    expect(await connection.ended).toMatch(/1 bytes[\s\S]*The home page/)
  })

  it.each([
    ['/', LIMIT],
    ['/login', LIMIT],
    ['/apis', LIMIT],
    ['/api/contact', 2 * KIB ** 2],
    ['/dashboard/leads', LIMIT],
    ['/__clerk/v1/me/profile_image', 12 * KIB ** 2],
  ])('limit for %s is %i bytes', (path, bytes) => expect(getBodyLimit(path)).toBe(bytes))
})

describe('slow client', () => {
  const LIMITS = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 20 }
  beforeEach(() => serve(LIMITS))

  /** Sends the text every 20 ms, so that the connection is never idle. */
  function drip({ socket, ended }: ReturnType<typeof begin>, text: string) {
    const dripping = setInterval(() => socket.write(text), 20)
    void ended.then(() => clearInterval(dripping))
  }

  it('is disconnected if the request headers never end', async () => {
    const connection = rawConnection(port)
    connection.socket.write('GET / HTTP/1.1\r\nHost: www.example.com\r\nX-Slow: ')
    drip(connection, 'a')
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is disconnected if it sends nothing', async () => {
    expect(await rawConnection(port).ended).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it.each([
    ['Content-Length: 10000', 'a'],
    ['Transfer-Encoding: chunked', '1\r\na\r\n'],
  ])('is disconnected if the request body never ends: %s', async (header, piece) => {
    const connection = begin(`POST ${ROUTE}`, header)
    drip(connection, piece)
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 /)
    expect(taken).toEqual([])
  })

  it('is not disconnected while it waits for a slow response', async () => {
    const connection = begin(`POST ${ROUTE}`, 'Content-Length: 1')
    connection.socket.write('a')
    await until('the body', async () => taken.length > 0 || undefined)
    expect(await ask(port, '/', { headers: { host: HOST } })).toMatchObject({ status: 200 })
    expect(connection.received()).toContain('1 bytes')
  })
})

it('an Upgrade request is handled like any other request', async () => {
  await serve()
  const taken: string[] = []
  // Next registers such a listener as well, which keeps the connection open.
  server.on('upgrade', ({ url }) => taken.push(url ?? ''))
  const connection = begin('GET /', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13')
  await until('the response', async () => connection.received().includes('The home page') || undefined)
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 /)
  expect(taken).toEqual([])
})
