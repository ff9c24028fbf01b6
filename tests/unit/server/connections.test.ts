import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../../server/http-server.ts'
import type { SiteResponse } from '../../../server/http/site-response.ts'
import {
  type AnyServer,
  sendHttpRequest,
  closeServer,
  listenOnFreePort,
  openRawConnection,
} from '../../support/http.ts'
import { pollUntil } from '../../support/until.ts'

const GET = (path: string, ...headers: string[]) =>
  ['GET ' + path + ' HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n')

/** Response body that exceeds the socket buffers, so an unread response cannot complete. */
const LARGE_BODY = Buffer.alloc(64 * 1024 ** 2, 'a')

let server: AnyServer
let port: number
/**
 * `startedPaths`: request paths in the order the server handled them. `pendingResponses`: open responses that the tests
 * complete.
 */
let startedPaths: string[]
let pendingResponses: Map<string, SiteResponse>

afterEach(() => closeServer(server))

async function serve(limits: Parameters<typeof createHttpServer>[2] = {}) {
  startedPaths = []
  pendingResponses = new Map()
  server = createHttpServer(
    (request, response) => {
      const path = request.url ?? ''
      startedPaths.push(path)
      if (path.startsWith('/held')) pendingResponses.set(path, response)
      else response.end(path === '/large' ? LARGE_BODY : `answer to ${path}`)
    },
    {},
    limits,
  )
  port = await listenOnFreePort(server)
}

function sendRequests(text: string) {
  const connection = openRawConnection(port)
  connection.socket.write(text)
  return connection
}

const sendWithoutReading = (text: string) => sendRequests(text).socket.pause()

const countConnections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
const waitUntilClosed = () =>
  pollUntil('the connection to close', async () => (await countConnections()) === 0 || undefined)

describe('pipelined requests', () => {
  it('receive responses in order and keep the connection open', async () => {
    await serve()
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`)
    const connection = sendRequests(paths.map((path) => GET(path)).join(''))
    await pollUntil('all responses', async () => connection.received().includes('answer to /29') || undefined)
    expect(connection.received().match(/answer to \/\d+/g)).toEqual(paths.map((path) => `answer to ${path}`))
    connection.socket.write(GET('/again', 'Connection: close'))
    expect(await connection.ended).toMatch(/answer to \/again$/)
  })

  it('are processed sequentially', async () => {
    await serve()
    const connection = sendRequests(GET('/held/1') + GET('/held/2') + GET('/3'))
    await pollUntil('the first request', async () => startedPaths.length > 0 || undefined)
    await sendHttpRequest(port, '/other')
    expect(startedPaths).toEqual(['/held/1', '/other'])
    pendingResponses.get('/held/1')?.end('one')
    await pollUntil('the second request', async () => pendingResponses.has('/held/2') || undefined)
    pendingResponses.get('/held/2')?.end('two')
    await pollUntil('the third response', async () => connection.received().includes('answer to /3') || undefined)
  })

  it('are not processed after a disconnect or the last response', async () => {
    await serve()
    const disconnected = sendRequests(GET('/held') + GET('/never'))
    await pollUntil('the first request', async () => pendingResponses.has('/held') || undefined)
    disconnected.socket.destroy()
    const last = sendRequests(GET('/last', 'Connection: close') + GET('/never'))
    expect(await last.ended).toMatch(/answer to \/last$/)
    await sendHttpRequest(port, '/other')
    expect(startedPaths).toEqual(['/held', '/last', '/other'])
  })

  it('close the connection above the limit', async () => {
    await serve({ maxPipelined: 5 })
    await sendRequests(GET('/held') + GET('/x').repeat(7)).ended
    expect(startedPaths).toEqual(['/held'])
  })

  it('with bodies are processed after earlier responses', async () => {
    await serve()
    const connection = sendRequests(`${GET('/held')}POST /posted HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`)
    await pollUntil('the first request', async () => pendingResponses.has('/held') || undefined)
    pendingResponses.get('/held')?.end('one')
    await pollUntil('the second response', async () => connection.received().includes('answer to /posted') || undefined)
  })
})

describe('client that does not read responses', () => {
  it('is disconnected after the idle timeout along with its pending requests', async () => {
    await serve({ idleMs: 100, intervalMs: 20 })
    sendWithoutReading(GET('/large') + GET('/never'))
    await pollUntil('the first request', async () => startedPaths.length > 0 || undefined)
    await waitUntilClosed()
    expect(startedPaths).toEqual(['/large'])
  })

  it('is disconnected after the receive timeout even if it reads slowly', async () => {
    await serve({ idleMs: 10_000, receiveMs: 100, intervalMs: 20 })
    const socket = sendWithoutReading(GET('/large'))
    const readTimer = setInterval(() => socket.read(1), 10)
    await pollUntil('the request', async () => startedPaths.length > 0 || undefined)
    await waitUntilClosed()
    clearInterval(readTimer)
  })

  it('is disconnected if its pipelined responses stay in the socket buffer', async () => {
    await serve({ idleMs: 100, intervalMs: 20 })
    sendWithoutReading(GET('/1') + GET('/2'))
    await pollUntil('both requests', async () => startedPaths.length === 2 || undefined)
    await waitUntilClosed()
  })

  it('is distinguished from clients that wait for or finished reading a response', async () => {
    await serve({ idleMs: 50, receiveMs: 50, intervalMs: 10 })
    const [waitingClient, servedClient] = [sendRequests(GET('/held')), sendRequests(GET('/one'))]
    await pollUntil('both requests', async () => startedPaths.length === 2 || undefined)
    // The server closes this idle connection only after the limits have passed.
    await openRawConnection(port).ended
    expect([waitingClient.socket.destroyed, servedClient.socket.destroyed]).toEqual([false, false])
    pendingResponses.get('/held')?.end('at last')
    await pollUntil('the response', async () => waitingClient.received().includes('at last') || undefined)
  })
})
