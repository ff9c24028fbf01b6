import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../../server/http-server.ts'
import type { SiteResponse } from '../../../server/http/site-response.ts'
import { type AnyServer, ask, closed, listening, rawConnection } from '../../support/http.ts'
import { until } from '../../support/until.ts'

const GET = (path: string, ...headers: string[]) =>
  ['GET ' + path + ' HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n')

/** Larger than the socket buffers of an unread response. */
const LARGE = Buffer.alloc(64 * 1024 ** 2, 'a')

let server: AnyServer
let port: number
/** Paths in the order in which their responses started, and the responses that tests end. */
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
const untilClosed = () => until('The end of the connection', async () => (await open()) === 0 || undefined)

describe('many requests on one connection', () => {
  it('are answered in their order, each once, and the connection stays open', async () => {
    await serve()
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`)
    const connection = send(paths.map((path) => GET(path)).join(''))
    await until('All answers', async () => connection.received().includes('answer to /29') || undefined)
    expect(connection.received().match(/answer to \/\d+/g)).toEqual(paths.map((path) => `answer to ${path}`))
    connection.socket.write(GET('/again', 'Connection: close'))
    expect(await connection.ended).toMatch(/answer to \/again$/)
  })

  it('are begun one after the other', async () => {
    await serve()
    const connection = send(GET('/held/1') + GET('/held/2') + GET('/3'))
    await until('The first', async () => begun.length > 0 || undefined)
    await ask(port, '/other')
    expect(begun).toEqual(['/held/1', '/other'])
    held.get('/held/1')?.end('one')
    await until('The second', async () => held.has('/held/2') || undefined)
    held.get('/held/2')?.end('two')
    await until('The third', async () => connection.received().includes('answer to /3') || undefined)
  })

  it('are not begun after the client has gone, or after the last answer of a connection', async () => {
    await serve()
    const gone = send(GET('/held') + GET('/never'))
    await until('The first', async () => held.has('/held') || undefined)
    gone.socket.destroy()
    const last = send(GET('/last', 'Connection: close') + GET('/never'))
    expect(await last.ended).toMatch(/answer to \/last$/)
    await ask(port, '/other')
    expect(begun).toEqual(['/held', '/last', '/other'])
  })

  it('close it when there are more than anybody has a reason to send', async () => {
    await serve({ pipelined: 5 })
    await send(GET('/held') + GET('/x').repeat(7)).ended
    expect(begun).toEqual(['/held'])
  })

  it('have their bodies counted while they wait', async () => {
    await serve()
    const connection = send(`${GET('/held')}POST /posted HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`)
    await until('The first', async () => held.has('/held') || undefined)
    held.get('/held')?.end('one')
    await until('The second', async () => connection.received().includes('answer to /posted') || undefined)
  })
})

describe('whoever takes no answer', () => {
  it('is closed after a while, with all that waits', async () => {
    await serve({ idleMs: 100, intervalMs: 20 })
    deaf(GET('/large') + GET('/never'))
    await until('The first', async () => begun.length > 0 || undefined)
    await untilClosed()
    expect(begun).toEqual(['/large'])
  })

  it('is closed after a longer while, though a byte is taken now and then', async () => {
    await serve({ idleMs: 10_000, receiveMs: 100, intervalMs: 20 })
    const socket = deaf(GET('/large'))
    const sips = setInterval(() => socket.read(1), 10)
    await until('The answer', async () => begun.length > 0 || undefined)
    await untilClosed()
    clearInterval(sips)
  })

  it('is closed where the system keeps many answers for it', async () => {
    await serve({ idleMs: 100, intervalMs: 20 })
    deaf(GET('/1') + GET('/2'))
    await until('Both', async () => begun.length === 2 || undefined)
    await untilClosed()
  })

  it('is not who waits for an answer, nor who has one and may send more', async () => {
    await serve({ idleMs: 50, receiveMs: 50, intervalMs: 10 })
    const [waiting, satisfied] = [send(GET('/held')), send(GET('/one'))]
    await until('Both', async () => begun.length === 2 || undefined)
    // Other connections open and close after earlier limits.
    await rawConnection(port).ended
    expect([waiting.socket.destroyed, satisfied.socket.destroyed]).toEqual([false, false])
    held.get('/held')?.end('at last')
    await until('The answer', async () => waiting.received().includes('at last') || undefined)
  })
})
