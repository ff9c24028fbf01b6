import { randomBytes } from 'node:crypto'
import { setCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { createReporter } from '../../local-server/index.ts'
import { getCurrentSession, listLiveSessions } from '../model/sessions.ts'
import { createRefreshToken } from '../model/tokens.ts'
import { toClientJson } from '../resources/client.ts'
import type { Settings } from '../services/config.ts'
import { ClerkError } from '../services/errors.ts'
import type { ClerkContext, Services } from '../services/services.ts'
import type { Client, Session } from '../services/store.ts'

const report = createReporter('clerk')

/**
 * Creates an uncached JSON response. The content type has no charset, because Clerk's backend client compares it
 * exactly.
 */
export function sendJson(c: ClerkContext, body: unknown, status = 200): Response {
  c.header('cache-control', 'no-store')
  c.header('content-type', 'application/json')
  return c.body(JSON.stringify(body), status as 200)
}

/**
 * Sends `response` and `client`. After a change, clerk-js applies `client`, the new state of the browser. It is null
 * after a GET.
 */
export async function respond(services: Services, c: ClerkContext, response: unknown): Promise<Response> {
  const isReadRequest = c.req.method === 'GET'
  sendClientCookies(services, c)
  return sendJson(c, { response, client: isReadRequest ? null : await buildCurrentClientJson(services, c) })
}

export async function buildCurrentClientJson(services: Services, c: ClerkContext): Promise<unknown> {
  const client = c.var.client && services.store.clients.get(c.var.client.id)
  return client ? toClientJson(services, client) : null
}

/** Returns errors in Clerk's shape. Logs unexpected errors and sends 500 without details. */
export const onError =
  (services: Services) =>
  async (error: Error, c: ClerkContext): Promise<Response> => {
    if (!(error instanceof ClerkError)) {
      report(error)
      return onError(services)(new ClerkError(500, 'internal_clerk_error', 'Oops, an unexpected error occurred'), c)
    }
    // After a failed change, clerk-js reads the state of the browser from the error.
    sendClientCookies(services, c)
    const client = c.var.client && c.req.method !== 'GET' ? await buildCurrentClientJson(services, c) : null
    const body = {
      errors: error.items,
      ...error.extra,
      clerk_trace_id: randomBytes(16).toString('hex'),
      ...(client !== null && { meta: { client } }),
    }
    return sendJson(c, body, error.status)
  }

const YEAR_SECONDS = 365 * 24 * 60 * 60

export const CLIENT_COOKIE = '__client'

const buildCookieOptions = ({ secure }: Settings, httpOnly: boolean, maxAge = YEAR_SECONDS) =>
  ({ path: '/', maxAge, sameSite: 'Lax', secure, httpOnly }) as const

function sendClientCookies(services: Services, c: ClerkContext): void {
  const { freshSecret } = c.var
  const client = c.var.client && services.store.clients.get(c.var.client.id)
  // The stored secret differs if its transaction was rolled back. The response then sets no cookie.
  const hasFreshSecret = freshSecret !== undefined && client?.secretHash === services.keys.hash('client', freshSecret)
  if (!client || !(c.var.cookiesDue || hasFreshSecret)) return
  if (hasFreshSecret)
    setCookie(c, CLIENT_COOKIE, `${client.id}.${freshSecret}`, buildCookieOptions(services.settings, true))
  const session = getCurrentSession(services, client)
  for (const line of [...buildClientUatCookies(services, client), buildRefreshCookie(services, session)]) {
    c.header('set-cookie', line, { append: true })
  }
}

/**
 * Builds the `__client_uat` cookie: seconds since 1970 when a session last began or ended, 0 without sessions. The
 * site's server compares the value with the `iat` of a token to detect outdated tokens.
 */
export function buildClientUatCookies(services: Services, client: Client | undefined): string[] {
  const isSignedIn = client && listLiveSessions(services, client).length > 0
  const value = String(isSignedIn ? client.sessionsChangedAt : 0)
  return getCookieNames(services.settings, '__client_uat').map((name) =>
    serialize(name, value, buildCookieOptions(services.settings, false)),
  )
}

export const buildRefreshCookie = ({ settings, keys }: Services, session: Session | undefined): string =>
  session
    ? serialize(
        `__refresh_${settings.cookieSuffix}`,
        createRefreshToken(keys, session),
        buildCookieOptions(settings, true),
      )
    : serialize(`__refresh_${settings.cookieSuffix}`, '', buildCookieOptions(settings, true, 0))

/** Builds the `__session` cookie, which clerk-js reads and writes. An empty token removes the cookie. */
export const buildSessionCookies = ({ settings }: Services, token: string): string[] =>
  getCookieNames(settings, '__session').map((name) =>
    serialize(name, token, buildCookieOptions(settings, false, token ? YEAR_SECONDS : 0)),
  )

const getCookieNames = ({ cookieSuffix }: Settings, name: string): string[] => [name, `${name}_${cookieSuffix}`]
