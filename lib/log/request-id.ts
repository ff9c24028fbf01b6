import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sharedState } from '../shared-state.ts'

const HEADER = 'x-request-id'

/** What a proxy may call a request: a short token, so that nothing else gets into the log by way of it. */
const TOKEN = /^[\w.:-]{8,64}$/

const shared = sharedState<{ requests?: AsyncLocalStorage<string> }>('requests', () => ({}))

/** Id of the request that this code runs for; undefined outside requests. */
export const requestId = (): string | undefined => shared.requests?.getStore()

/**
 * Gives each request an id that every line of the log about it has, and each answer of an endpoint (`/api/…`) as the
 * header `x-request-id`, so that a visitor's report can be matched. Called once at boot.
 * @param trustedProxies with 0 nobody else names a request; otherwise the header `x-request-id` of a request does
 */
export function noteRequestIds(trustedProxies: number): void {
  if (shared.requests) return
  const requests = new AsyncLocalStorage<string>()
  shared.requests = requests
  subscribe('http.server.request.start', (event) => {
    const { request, response } = event as { request: IncomingMessage; response: ServerResponse }
    const sent = request.headers[HEADER]
    const isTrusted = trustedProxies > 0 && typeof sent === 'string' && TOKEN.test(sent)
    const id = isTrusted ? sent : randomUUID()
    // Node answers the request in the same turn, so all that it starts has this id; there is no function to run it in.
    requests.enterWith(id)
    if (request.url?.startsWith('/api/')) response.setHeader(HEADER, id)
  })
}
