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

/** Response delay of a slow Content Lake, longer than the site's timeout for visitors. */
const SLOW_MS = 5_000

export type LakeRelay = {
  url: string
  /** Applies a fault to all queries. `undefined` restores them and aborts hanging requests. */
  setFault: (fault: Fault | undefined) => void
  /** Returns the requests per query and parameters since {@link resetCounts}. */
  countRequests: () => Map<string, number>
  resetCounts: () => void
  end: () => Promise<void>
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const faultResponders: Partial<Record<Fault, (response: ServerResponse) => void>> = {
  error: (response) => response.writeHead(500, JSON_TYPE).end('{"error":{"description":"out of order"}}'),
  'too many requests': (response) =>
    response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' }).end('{"message":"Too many requests"}'),
  reset: (response) => response.socket?.resetAndDestroy(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Down for maintenance</h1>'),
  'wrong shape': (response) => response.writeHead(200, JSON_TYPE).end('{"ms":1,"result":{"unexpected":[true]}}'),
}

/** Returns the response of an empty dataset. A query with several parts keeps them, each empty. */
function toEmptyValue(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toEmptyValue(part)]))
}

function buildEmptyResponse(incoming: IncomingMessage, responseText: string): string {
  const query = new URL(incoming.url ?? '', 'http://localhost').searchParams.get('query') ?? ''
  const { result } = JSON.parse(responseText) as { result: unknown }
  const isSingle = !Array.isArray(result) && !query.trimStart().startsWith('{')
  return JSON.stringify({ ms: 1, result: isSingle ? null : toEmptyValue(result) })
}

/** Forwards a request. With a fault, truncates or empties the response. */
function forward(incoming: IncomingMessage, body: string, response: ServerResponse, fault?: Fault): void {
  const { hostname, port } = new URL(stack.env.apiHost ?? '')
  const headers = { ...incoming.headers, host: `${hostname}:${port}`, 'accept-encoding': 'identity' }
  const outgoing = request(
    { hostname, port, path: incoming.url, method: incoming.method, headers },
    async (upstreamResponse) => {
      if (fault === undefined) {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
        upstreamResponse.pipe(response)
        return
      }
      const fullBody = await text(upstreamResponse)
      if (fault === 'empty') return void response.writeHead(200, JSON_TYPE).end(buildEmptyResponse(incoming, fullBody))
      const firstHalf = fullBody.slice(0, fullBody.length / 2)
      response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(fullBody) })
      response.write(firstHalf, () => response.destroy())
    },
  )
  outgoing.on('error', () => response.destroy())
  outgoing.end(body)
}

export async function startLakeRelay(): Promise<LakeRelay> {
  let fault: Fault | undefined
  const requestCounts = new Map<string, number>()
  const hangingResponses = new Set<ServerResponse>()
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming)
    const isQuery = /\/data\/query\//.test(incoming.url ?? '')
    const key = `${incoming.url}${body}`
    if (isQuery) requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1)
    if (!isQuery || !fault) return forward(incoming, body, response)
    if (fault === 'cut off' || fault === 'empty') return forward(incoming, body, response, fault)
    if (fault === 'slow') return void setTimeout(() => forward(incoming, body, response), SLOW_MS)
    if (fault !== 'hang') return faultResponders[fault]?.(response)
    hangingResponses.add(response)
    response.on('close', () => hangingResponses.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const abortHanging = () => hangingResponses.forEach((response) => response.destroy())
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setFault: (next) => {
      fault = next
      abortHanging()
    },
    countRequests: () => new Map(requestCounts),
    resetCounts: () => requestCounts.clear(),
    end: async () => {
      abortHanging()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
