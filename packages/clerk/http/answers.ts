import { randomBytes } from 'node:crypto'
import { ClerkError } from '../errors.ts'
import { report } from '../report.ts'
import { clientJson } from '../resources/client.ts'
import { sendClientCookies } from './cookies.ts'
import type { ClerkContext, Services } from './services.ts'
import type { Page } from '../resources/common.ts'

/** JSON with exactly the content type that Clerk's backend client looks for, never cached. */
export function json(c: ClerkContext, body: unknown, status = 200): Response {
  c.header('cache-control', 'no-store')
  c.header('content-type', 'application/json')
  return c.body(JSON.stringify(body), status as 200)
}

/**
 * An answer of the Frontend API: `{response, client}`. A change tells the browser's state along, which clerk-js applies; reading does not.
 */
export function answer(services: Services, c: ClerkContext, response: unknown): Response {
  const reads = c.req.method === 'GET'
  sendClientCookies(services, c)
  return json(c, { response, client: reads ? null : currentClientJson(services, c) })
}

/** The browser's state after the request, or null for one that is not known. */
export function currentClientJson(services: Services, c: ClerkContext): unknown {
  const client = c.var.client && services.store.clients.get(c.var.client.id)
  return client ? clientJson(services, client) : null
}

/** Cuts a list to the `limit` (at most 500) and `offset` of the request. */
export function page<T>(c: ClerkContext, list: readonly T[], defaultLimit = 10): Page<T> {
  const { limit, offset } = pageWindow(c, defaultLimit)
  return { data: list.slice(offset, offset + limit), total_count: list.length }
}

export function pageWindow(c: ClerkContext, defaultLimit: number): { limit: number; offset: number } {
  const number = (name: string, fallback: number): number => {
    const value = c.req.query(name)
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : fallback
  }
  return { limit: Math.min(number('limit', defaultLimit), 500), offset: number('offset', 0) }
}

/** Any error in Clerk's shape. Unexpected ones are logged and answer 500 without details. */
export const onError =
  (services: Services) =>
  (error: Error, c: ClerkContext): Response => {
    if (!(error instanceof ClerkError)) {
      report(error)
      return onError(services)(new ClerkError(500, 'internal_clerk_error', 'Oops, an unexpected error occurred'), c)
    }
    // On a change, clerk-js takes the browser's state from errors as well.
    sendClientCookies(services, c)
    const client = c.var.client && c.req.method !== 'GET' ? currentClientJson(services, c) : null
    const body = {
      errors: error.items,
      ...error.extra,
      clerk_trace_id: randomBytes(16).toString('hex'),
      ...(client !== null && { meta: { client } }),
    }
    return json(c, body, error.status)
  }
