import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'

/** An answer as it came over the connection, still compressed. */
export type Answered = {
  status: number
  headers: IncomingHttpHeaders
  raw: [name: string, value: string][]
  body: Buffer
}

/** Where the servers of unit tests listen; the site under test is at `localhost`. */
const HOST = '127.0.0.1'

type Sent = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer; host?: string }

/** An HTTP server, whatever its requests and answers are. */
export type AnyServer = Server & { closeAllConnections: () => void }

/** Has a server listen on a free port of this machine. */
export async function listening(server: AnyServer): Promise<number> {
  server.listen(0, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Ends a server with all its connections. */
export async function closed(server: AnyServer): Promise<void> {
  server.closeAllConnections()
  if (server.listening) await new Promise((resolve) => void server.close(resolve))
}

/** Asks for a path as it is written, which fetch would normalize; each time on a connection of its own. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, host = HOST }: Sent = {},
): Promise<Answered> {
  const asked = request({ host, port, path, method, headers, agent: false })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const names = answer.rawHeaders.filter((_, index) => index % 2 === 0)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    raw: names.map((name, index) => [name.toLowerCase(), answer.rawHeaders[2 * index + 1] ?? '']),
    body: Buffer.concat(chunks),
  }
}

/** A connection on which a test writes what it likes. */
export function rawConnection(port: number, host = HOST) {
  const socket = connect({ host, port })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  // A server that cuts a sender off resets the connection, which is what some tests wait for.
  socket.on('error', () => socket.destroy())
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return {
    socket,
    /** What came so far. */
    received: () => text,
    /** All that came until the connection was closed. */
    ended,
  }
}

/**
 * Writes pieces of a body without an end on a connection, until that is closed.
 * @returns how many bytes this machine took of it
 */
export async function pour({ socket }: ReturnType<typeof rawConnection>, most: number): Promise<number> {
  const piece = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  while (!socket.destroyed && socket.bytesWritten < most) {
    if (socket.write(piece)) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('drain', resolve).once('close', resolve)
    if (!socket.destroyed) await promise
  }
  return socket.bytesWritten
}
