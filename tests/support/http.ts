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

type Sent = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer }

/** An HTTP server, whatever its requests and answers are. */
export type AnyServer = Server & { closeAllConnections: () => void }

/** Has a server listen on a free port of this machine. */
export async function listening(server: AnyServer): Promise<number> {
  server.listen(0, '127.0.0.1')
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
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answered> {
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
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
export function rawConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port })
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
