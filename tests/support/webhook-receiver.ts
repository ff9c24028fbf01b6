import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: Record<string, string>; body: string }

type Respond = (response: ServerResponse, received: Received) => void

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** Replaces the answer to the next requests. */
  respond: (answer: Respond | number) => void
  close: () => Promise<void>
}

const toFlatHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const answerWith =
  (status: number): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`answer ${status}`)
  }

/** Starts a receiver of webhooks on a loopback address. It answers 200 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let respond: Respond = answerWith(200)
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const message = { headers: toFlatHeaders(request.headers), body }
      received.push(message)
      respond(response, message)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    respond: (answer) => void (respond = typeof answer === 'number' ? answerWith(answer) : answer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
