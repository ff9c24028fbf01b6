import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stack } from './addresses.ts'

export const faults = [
  'error',
  'too many requests',
  'html',
  'cut off',
  'reset',
  'hang',
  'wrong shape',
  'empty',
  'slow',
] as const
export type Fault = (typeof faults)[number]

/** Response delay in milliseconds of a slow Content Lake, longer than the site's timeout for visitors. */
const SLOW_MS = 5_000

export type LakeRelay = {
  url: string
  /** Applies a fault to all queries. `undefined` restores them and aborts hanging requests. */
  disturb: (fault: Fault | undefined) => void
  /** Returns the requests per query and parameters since {@link forget}. */
  asked: () => Map<string, number>
  forget: () => void
  end: () => Promise<void>
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const wrong: Partial<Record<Fault, (response: ServerResponse) => void>> = {
  error: (response) => response.writeHead(500, JSON_TYPE).end('{"error":{"description":"out of order"}}'),
  'too many requests': (response) =>
    response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' }).end('{"message":"Too many requests"}'),
  reset: (response) => response.socket?.resetAndDestroy(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Down for maintenance</h1>'),
  'wrong shape': (response) => response.writeHead(200, JSON_TYPE).end('{"ms":1,"result":{"unexpected":[true]}}'),
}

/** Returns the response of an empty dataset. A query with several parts keeps them, each empty. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptied(part)]))
}

function emptyAnswer(incoming: IncomingMessage, answer: string): string {
  const query = new URL(incoming.url ?? '', 'http://localhost').searchParams.get('query') ?? ''
  const { result } = JSON.parse(answer) as { result: unknown }
  const isOne = !Array.isArray(result) && !query.trimStart().startsWith('{')
  return JSON.stringify({ ms: 1, result: isOne ? null : emptied(result) })
}

/** Forwards a request. With a fault, truncates or empties the response. */
function forward(incoming: IncomingMessage, body: string, response: ServerResponse, fault?: Fault): void {
  const { hostname, port } = new URL(stack.env.apiHost ?? '')
  const headers = { ...incoming.headers, host: `${hostname}:${port}`, 'accept-encoding': 'identity' }
  const outgoing = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, async (answer) => {
    if (fault === undefined) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      return
    }
    const whole = await text(answer)
    if (fault === 'empty') return void response.writeHead(200, JSON_TYPE).end(emptyAnswer(incoming, whole))
    const half = whole.slice(0, whole.length / 2)
    response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(whole) })
    response.write(half, () => response.destroy())
  })
  outgoing.on('error', () => response.destroy())
  outgoing.end(body)
}

export async function startLakeRelay(): Promise<LakeRelay> {
  let fault: Fault | undefined
  const asked = new Map<string, number>()
  const hanging = new Set<ServerResponse>()
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming)
    const isQuery = /\/data\/query\//.test(incoming.url ?? '')
    const key = `${incoming.url}${body}`
    if (isQuery) asked.set(key, (asked.get(key) ?? 0) + 1)
    if (!isQuery || !fault) return forward(incoming, body, response)
    if (fault === 'cut off' || fault === 'empty') return forward(incoming, body, response, fault)
    if (fault === 'slow') return void setTimeout(() => forward(incoming, body, response), SLOW_MS)
    if (fault !== 'hang') return wrong[fault]?.(response)
    hanging.add(response)
    response.on('close', () => hanging.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const drop = () => hanging.forEach((response) => response.destroy())
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    disturb: (next) => {
      fault = next
      drop()
    },
    asked: () => new Map(asked),
    forget: () => asked.clear(),
    end: async () => {
      drop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
