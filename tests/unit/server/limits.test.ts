import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '../../../lib/platform/log/log.ts'
import { getBodyLimit } from '../../../server/guards/body-limit.ts'
import type { SiteOptions } from '../../../server/http/context.ts'
import { createGateway } from '../../../server/gateway.ts'
import { createHttpServer } from '../../../server/http-server.ts'
import type { SiteRequest } from '../../../server/http/site-request.ts'
import type { SiteResponse } from '../../../server/http/site-response.ts'
import { createTextResponse } from '../../../server/http/response.ts'
import {
  type AnyServer,
  sendHttpRequest,
  closeServer,
  listenOnFreePort,
  sendBodyChunks,
  openRawConnection,
} from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'
import { pollUntil } from '../../support/until.ts'

const KIB = 1024
const GIB = KIB ** 3

const LIMIT_BYTES = 16 * KIB

const ROUTE = '/api/contact'
const ROUTE_LIMIT_BYTES = 2 * KIB ** 2

const HOST = 'www.example.com'

/** Upper limit of the bytes in both socket buffers when the server closes a connection. */
const IN_FLIGHT_BYTES = 16 * KIB ** 2

const homePage = createTextResponse(200, 'The home page', {})

let server: AnyServer
let port: number
/** Size in bytes of each complete body that reached Next. */
let receivedBytes: number[]

const handleByFramework = async (request: SiteRequest, response: SiteResponse) => {
  if (request.url === '/api/hasty') return void response.end('hasty')
  let bytes = 0
  for await (const chunk of request) bytes += (chunk as Buffer).length
  receivedBytes.push(bytes)
  response.end(`${bytes} bytes`)
}

async function startServer(limits?: Parameters<typeof createHttpServer>[1]) {
  const options = {
    siteUrl: 'https://www.example.com',
    trustedProxies: 0,
    headers: {},
    pageHeaders: {},
    cache: { getFreshResponse: (path: string) => (path === '/' ? homePage : undefined) },
    publicFiles: new Set<string>(),
    next: handleByFramework,
  } as unknown as SiteOptions
  server = createHttpServer(createGateway(options), limits)
  port = await listenOnFreePort(server)
}

beforeEach(() => {
  stubSiteEnv()
  vi.spyOn(log, 'error').mockReturnValue()
  receivedBytes = []
})
afterEach(async () => {
  await closeServer(server)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function openRequest(line: string, ...headers: string[]) {
  const connection = openRawConnection(port)
  connection.socket.write([`${line} HTTP/1.1`, `Host: ${HOST}`, ...headers, '', ''].join('\r\n'))
  return connection
}

it('the keep-alive timeout exceeds the idle timeout of reverse proxies', async () => {
  await startServer()
  expect(Reflect.get(server, 'keepAliveTimeout')).toBeGreaterThan(60_000)
})

describe('request body', () => {
  beforeEach(() => startServer())

  it('is rejected above the limit', async () => {
    const sendBody = (bytes: number) =>
      sendHttpRequest(port, ROUTE, { method: 'POST', headers: { host: HOST }, body: Buffer.alloc(bytes) })
    expect((await sendBody(ROUTE_LIMIT_BYTES)).body.toString()).toBe(`${ROUTE_LIMIT_BYTES} bytes`)
    expect(await sendBody(ROUTE_LIMIT_BYTES + 1)).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(receivedBytes).toEqual([ROUTE_LIMIT_BYTES])
  })

  it.each([`POST /login`, 'GET /', 'GET /login', 'POST /', 'POST /api/contact', 'PUT /dashboard'])(
    'is rejected before it arrives if its Content-Length is too large: %s',
    async (line) => {
      const response = await openRequest(line, `Content-Length: ${GIB}`).ended
      expect(response).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*too large/i)
      expect(receivedBytes).toEqual([])
    },
  )

  it('without a length is rejected as soon as it exceeds the limit', async () => {
    const connection = openRequest(`POST ${ROUTE}`, 'Transfer-Encoding: chunked')
    const upload = sendBodyChunks(connection, GIB)
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 413 /)
    expect(await upload).toBeLessThan(IN_FLIGHT_BYTES)
    expect(receivedBytes).toEqual([])
  })

  it('without a length is counted correctly for any chunk size', async () => {
    const CHUNK_BYTES = 16
    const sendChunks = (bytes: number) =>
      openRequest(`POST ${ROUTE}`, 'Transfer-Encoding: chunked', 'Connection: close').socket.write(
        `${`10\r\n${'a'.repeat(CHUNK_BYTES)}\r\n`.repeat(bytes / CHUNK_BYTES)}${'1\r\na\r\n'.repeat(bytes % CHUNK_BYTES)}0\r\n\r\n`,
      )
    sendChunks(ROUTE_LIMIT_BYTES)
    sendChunks(ROUTE_LIMIT_BYTES + 1)
    await pollUntil('the accepted body', async () => receivedBytes.length > 0 || undefined)
    expect(receivedBytes).toEqual([ROUTE_LIMIT_BYTES])
  })

  it.each(['GET /', 'POST /api/hasty', 'POST /'])(
    'is not read after the response if it never ends: %s',
    async (line) => {
      const connection = openRequest(line, 'Transfer-Encoding: chunked')
      connection.socket.write('1\r\na\r\n')
      expect(await connection.ended).toMatch(/^HTTP\/1\.1 [\s\S]*connection: close/i)
    },
  )

  it('within the limit keeps the connection open', async () => {
    const connection = openRequest('POST /api/contact', 'Content-Length: 1')
    connection.socket.write('a')
    await pollUntil('the first response', async () => connection.received().includes('1 bytes') || undefined)
    connection.socket.write('GET / HTTP/1.1\r\nHost: www.example.com\r\nConnection: close\r\n\r\n')
    expect(await connection.ended).toMatch(/1 bytes[\s\S]*The home page/)
  })

  it.each([
    ['/', LIMIT_BYTES],
    ['/login', LIMIT_BYTES],
    ['/apis', LIMIT_BYTES],
    ['/api/contact', 2 * KIB ** 2],
    ['/dashboard/leads', LIMIT_BYTES],
    ['/__clerk/v1/me/profile_image', 12 * KIB ** 2],
  ])('limit for %s is %i bytes', (path, bytes) => expect(getBodyLimit(path)).toBe(bytes))
})

describe('slow client', () => {
  const LIMITS = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 20 }
  beforeEach(() => startServer(LIMITS))

  /** Sends the text every 20 ms, so that the connection is never idle. */
  function writeSlowly({ socket, ended }: ReturnType<typeof openRequest>, text: string) {
    const writeTimer = setInterval(() => socket.write(text), 20)
    void ended.then(() => clearInterval(writeTimer))
  }

  it('is disconnected if the request headers never end', async () => {
    const connection = openRawConnection(port)
    connection.socket.write('GET / HTTP/1.1\r\nHost: www.example.com\r\nX-Slow: ')
    writeSlowly(connection, 'a')
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is disconnected if it sends nothing', async () => {
    expect(await openRawConnection(port).ended).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it.each([
    ['Content-Length: 10000', 'a'],
    ['Transfer-Encoding: chunked', '1\r\na\r\n'],
  ])('is disconnected if the request body never ends: %s', async (header, chunk) => {
    const connection = openRequest(`POST ${ROUTE}`, header)
    writeSlowly(connection, chunk)
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 /)
    expect(receivedBytes).toEqual([])
  })

  it('is not disconnected while it waits for a slow response', async () => {
    const connection = openRequest(`POST ${ROUTE}`, 'Content-Length: 1')
    connection.socket.write('a')
    await pollUntil('the body', async () => receivedBytes.length > 0 || undefined)
    expect(await sendHttpRequest(port, '/', { headers: { host: HOST } })).toMatchObject({ status: 200 })
    expect(connection.received()).toContain('1 bytes')
  })
})

it('an Upgrade request is handled like any other request', async () => {
  await startServer()
  const receivedChunks: string[] = []
  // Next registers such a listener as well, which keeps the connection open.
  server.on('upgrade', ({ url }) => receivedChunks.push(url ?? ''))
  const connection = openRequest('GET /', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13')
  await pollUntil('the response', async () => connection.received().includes('The home page') || undefined)
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 /)
  expect(receivedChunks).toEqual([])
})
