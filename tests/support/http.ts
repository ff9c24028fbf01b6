import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'

export type HttpResponse = {
  status: number
  headers: IncomingHttpHeaders
  raw: [name: string, value: string][]
  body: Buffer
}

/** Host of the servers in unit tests. The site under test runs at `localhost`. */
const HOST = '127.0.0.1'

type HttpRequestOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer; host?: string }

export type AnyServer = Server & { closeAllConnections: () => void }

export async function listenOnFreePort(server: AnyServer): Promise<number> {
  server.listen(0, HOST)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export async function closeServer(server: AnyServer): Promise<void> {
  server.closeAllConnections()
  if (server.listening) await new Promise((resolve) => void server.close(resolve))
}

/** Sends a request on a new connection. Unlike `fetch`, it does not normalize the path. */
export async function sendHttpRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, host = HOST }: HttpRequestOptions = {},
): Promise<HttpResponse> {
  const clientRequest = request({ host, port, path, method, headers, agent: false })
  clientRequest.end(body)
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    raw: names.map((name, index) => [name.toLowerCase(), response.rawHeaders[2 * index + 1] ?? '']),
    body: Buffer.concat(chunks),
  }
}

export function openRawConnection(port: number, host = HOST) {
  const socket = connect({ host, port })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  // Ignores the error, because several tests expect a connection reset.
  socket.on('error', () => socket.destroy())
  const fullText = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return {
    socket,
    received: () => text,
    ended: fullText,
  }
}

/**
 * Sends body chunks until the connection closes or `maxBytes` bytes are sent.
 * @returns bytes that the local socket accepted
 */
export async function sendBodyChunks(
  { socket }: ReturnType<typeof openRawConnection>,
  maxBytes: number,
): Promise<number> {
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  while (!socket.destroyed && socket.bytesWritten < maxBytes) {
    if (socket.write(chunk)) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('drain', resolve).once('close', resolve)
    if (!socket.destroyed) await promise
  }
  return socket.bytesWritten
}
