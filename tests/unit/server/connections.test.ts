import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../../server/http-server.ts'
import type { SiteResponse } from '../../../server/http/site-response.ts'
import { type AnyServer, ask, closed, listening, rawConnection } from '../../support/http.ts'
import { until } from '../../support/until.ts'

const GET = (path: string, ...headers: string[]) =>
  ['GET ' + path + ' HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n')

/** Response body that exceeds the socket buffers, so an unread response cannot complete. */
const LARGE = Buffer.alloc(64 * 1024 ** 2, 'a')

let server: AnyServer
let port: number
/** Request paths in the order in which the server handled them, and the open responses that the tests complete. */
let begun: string[]
let held: Map<string, SiteResponse>

afterEach(() => closed(server))

async function serve(limits: Parameters<typeof createHttpServer>[2] = {}) {
  begun = []
  held = new Map()
  server = createHttpServer(
    (request, response) => {
      const path = request.url ?? ''
      begun.push(path)
      if (path.startsWith('/held')) held.set(path, response)
      else response.end(path === '/large' ? LARGE : `answer to ${path}`)
    },
    {},
    limits,
  )
  port = await listening(server)
}

function send(text: string) {
  const connection = rawConnection(port)
  connection.socket.write(text)
  return connection
}

const deaf = (text: string) => send(text).socket.pause()

const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
const untilClosed = () => until('the connection to close', async () => (await open()) === 0 || undefined)

describe('pipelined requests', () => {
  it('are answered in order and keep the connection open', async () => {
    await serve()
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`)
    const connection = send(paths.map((path) => GET(path)).join(''))
    await until('all responses', async () => connection.received().includes('answer to /29') || undefined)
    expect(connection.received().match(/answer to \/\d+/g)).toEqual(paths.map((path) => `answer to ${path}`))
    connection.socket.write(GET('/again', 'Connection: close'))
    expect(await connection.ended).toMatch(/answer to \/again$/)
  })

  it('are processed sequentially', async () => {
    await serve()
    const connection = send(GET('/held/1') + GET('/held/2') + GET('/3'))
    await until('the first request', async () => begun.length > 0 || undefined)
    await ask(port, '/other')
    expect(begun).toEqual(['/held/1', '/other'])
    held.get('/held/1')?.end('one')
    await until('the second request', async () => held.has('/held/2') || undefined)
    held.get('/held/2')?.end('two')
    await until('the third response', async () => connection.received().includes('answer to /3') || undefined)
  })

  it('are not processed after a disconnect or the last response', async () => {
    await serve()
    const gone = send(GET('/held') + GET('/never'))
    await until('the first request', async () => held.has('/held') || undefined)
    gone.socket.destroy()
    const last = send(GET('/last', 'Connection: close') + GET('/never'))
    expect(await last.ended).toMatch(/answer to \/last$/)
    await ask(port, '/other')
    expect(begun).toEqual(['/held', '/last', '/other'])
  })

  it('close the connection above the limit', async () => {
    await serve({ pipelined: 5 })
    await send(GET('/held') + GET('/x').repeat(7)).ended
    expect(begun).toEqual(['/held'])
  })

  it('with bodies are processed after earlier responses', async () => {
    await serve()
    const connection = send(`${GET('/held')}POST /posted HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`)
    await until('the first request', async () => held.has('/held') || undefined)
    held.get('/held')?.end('one')
    await until('the second response', async () => connection.received().includes('answer to /posted') || undefined)
  })
})

describe('client that does not read responses', () => {
  it('is disconnected after the idle timeout along with its pending requests', async () => {
    await serve({ idleMs: 100, intervalMs: 20 })
    deaf(GET('/large') + GET('/never'))
    await until('the first request', async () => begun.length > 0 || undefined)
    await untilClosed()
    expect(begun).toEqual(['/large'])
  })

  it('is disconnected after the receive timeout even if it reads slowly', async () => {
    await serve({ idleMs: 10_000, receiveMs: 100, intervalMs: 20 })
    const socket = deaf(GET('/large'))
    const sips = setInterval(() => socket.read(1), 10)
    await until('the request', async () => begun.length > 0 || undefined)
    await untilClosed()
    clearInterval(sips)
  })

  it('is disconnected if its pipelined responses stay in the socket buffer', async () => {
    await serve({ idleMs: 100, intervalMs: 20 })
    deaf(GET('/1') + GET('/2'))
    await until('both requests', async () => begun.length === 2 || undefined)
    await untilClosed()
  })

  it('is distinguished from clients that wait for or finished reading a response', async () => {
    await serve({ idleMs: 50, receiveMs: 50, intervalMs: 10 })
    const [waiting, satisfied] = [send(GET('/held')), send(GET('/one'))]
    await until('both requests', async () => begun.length === 2 || undefined)
    // The server closes this idle connection only after the limits have passed.
    await rawConnection(port).ended
    expect([waiting.socket.destroyed, satisfied.socket.destroyed]).toEqual([false, false])
    held.get('/held')?.end('at last')
    await until('the response', async () => waiting.received().includes('at last') || undefined)
  })
})
