import { randomBytes } from 'node:crypto'
import { reporter } from '../../local-server/index.ts'
import { ClerkError } from '../errors.ts'
import { clientJson } from '../resources/client.ts'
import { sendClientCookies } from './cookies.ts'
import type { ClerkContext, Services } from './services.ts'

const report = reporter('clerk')

/** JSON that is never cached. The content type has no charset: Clerk's backend client compares it exactly. */
export function json(c: ClerkContext, body: unknown, status = 200): Response {
  c.header('cache-control', 'no-store')
  c.header('content-type', 'application/json')
  return c.body(JSON.stringify(body), status as 200)
}

/**
 * A response of the Frontend API: `{response, client}`. After a change `client` is the browser's new state, which clerk-js applies; after a
 * GET it is null.
 */
export async function respond(services: Services, c: ClerkContext, response: unknown): Promise<Response> {
  const reads = c.req.method === 'GET'
  sendClientCookies(services, c)
  return json(c, { response, client: reads ? null : await currentClientJson(services, c) })
}

/** The browser's state after the request, or null for an unknown browser. */
export async function currentClientJson(services: Services, c: ClerkContext): Promise<unknown> {
  const client = c.var.client && services.store.clients.get(c.var.client.id)
  return client ? clientJson(services, client) : null
}

/** Any error in Clerk's shape. Unexpected ones are logged, and answered with 500 without details. */
export const onError =
  (services: Services) =>
  async (error: Error, c: ClerkContext): Promise<Response> => {
    if (!(error instanceof ClerkError)) {
      report(error)
      return onError(services)(new ClerkError(500, 'internal_clerk_error', 'Oops, an unexpected error occurred'), c)
    }
    // After a failed change clerk-js takes the browser's state from the error.
    sendClientCookies(services, c)
    const client = c.var.client && c.req.method !== 'GET' ? await currentClientJson(services, c) : null
    const body = {
      errors: error.items,
      ...error.extra,
      clerk_trace_id: randomBytes(16).toString('hex'),
      ...(client !== null && { meta: { client } }),
    }
    return json(c, body, error.status)
  }
