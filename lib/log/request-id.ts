import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sharedState } from '../shared-state.ts'

/** By which a proxy names a request, and an answer of an endpoint its own. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** What a proxy may call a request: a short token, so that nothing else gets into the log by way of it. */
const TOKEN = /^[\w.:-]{8,64}$/

const requests = sharedState('requests', () => new AsyncLocalStorage<string>())

/** Id of the request that this code runs for; undefined outside requests. */
export const requestId = (): string | undefined => requests.getStore()

/** Runs what answers a request: every line of the log about it has the id. */
export const withRequestId = <Result>(id: string, answer: () => Result): Result => requests.run(id, answer)

/**
 * A new id for a request.
 * @param trustedProxies with 0 nobody else names a request; otherwise the header `x-request-id` of a request does
 */
export function newRequestId(headers: IncomingHttpHeaders, trustedProxies: number): string {
  const sent = headers[REQUEST_ID_HEADER]
  return trustedProxies > 0 && typeof sent === 'string' && TOKEN.test(sent) ? sent : randomUUID()
}
