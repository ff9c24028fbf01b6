import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { getSharedState } from '../process/shared-state.ts'

/** Header that a proxy sets on requests, and that endpoints set on responses. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Format of ids from a proxy. It keeps other content out of the log. */
const TOKEN_PATTERN = /^[\w.:-]{8,64}$/

const requests = getSharedState('requests', () => new AsyncLocalStorage<string>())

export const getRequestId = (): string | undefined => requests.getStore()

export const withRequestId = <Result>(id: string, callback: () => Result): Result => requests.run(id, callback)

/** Returns the proxy's `x-request-id`, or a new id. @param trustedProxies if 0, the header is ignored */
export function createRequestId(headers: IncomingHttpHeaders, trustedProxies: number): string {
  const clientRequestId = headers[REQUEST_ID_HEADER]
  return trustedProxies > 0 && typeof clientRequestId === 'string' && TOKEN_PATTERN.test(clientRequestId)
    ? clientRequestId
    : randomUUID()
}
