import { isLoopbackName } from '../../local-server/index.ts'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { ClerkError, notSignedIn } from '../errors.ts'
import { isLive } from '../sessions/live.ts'
import type { Client } from '../store/types.ts'
import { sameText } from '../tokens/keys.ts'
import { CLIENT_COOKIE, currentSession } from './cookies.ts'
import type { ClerkContext, Env, Services } from './services.ts'

/** Refuses other host names than loopback ones: protects from DNS rebinding. */
export const loopbackHosts = createMiddleware<Env>(async (c, next) => {
  if (!isLoopbackName(new URL(c.req.url).hostname)) throw new ClerkError(421, 'host_invalid', 'Unknown host')
  await next()
})

/** CORS for the site's own origin; refuses all others. */
export const siteOriginOnly = ({ settings }: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const origin = c.req.header('origin')
    const foreign =
      origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : origin !== settings.siteOrigin
    const changes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (foreign && (changes || origin !== undefined)) throw originInvalid(settings.siteOrigin)
    if (c.req.method === 'OPTIONS') return preflight(c, origin)
    await next()
    c.res.headers.append('vary', 'Origin')
    if (origin === undefined) return undefined
    c.res.headers.set('access-control-allow-origin', origin)
    c.res.headers.set('access-control-allow-credentials', 'true')
    return undefined
  })

const originInvalid = (siteOrigin: string): ClerkError =>
  new ClerkError(400, 'origin_invalid', 'Invalid HTTP Origin header', {
    long: `Only pages of ${siteOrigin} may call this server (--site-url).`,
  })

function preflight(c: ClerkContext, origin: string | undefined): Response {
  c.header('vary', 'Origin, Access-Control-Request-Headers')
  if (origin === undefined) return c.body(null, 403)
  c.header('access-control-allow-origin', origin)
  c.header('access-control-allow-credentials', 'true')
  c.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
  c.header('access-control-allow-headers', c.req.header('access-control-request-headers') ?? '')
  return c.body(null, 204)
}

/** Finds the browser by its cookie or, with a development key, by the id that /dev_browser gave it. */
export const findClient = (services: Services) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('client', clientByCookie(services, getCookie(c, CLIENT_COOKIE)) ?? clientByDevBrowser(services, c))
    await next()
  })

function clientByCookie({ store, keys }: Services, cookie: string | undefined): Client | undefined {
  const [, id, secret] = /^(client_\w{1,40})\.(\w{1,80})$/.exec(cookie ?? '') ?? []
  const client = id ? store.clients.get(id) : undefined
  return client && sameText(client.secretHash, keys.hash('client', secret!)) ? client : undefined
}

function clientByDevBrowser({ settings, store, keys }: Services, c: ClerkContext): Client | undefined {
  const name = settings.instanceType === 'development' ? c.req.query('__clerk_db_jwt') : undefined
  return name ? store.clients.first('devBrowser', keys.hash('dev-browser', name)) : undefined
}

/** Requires a live session: the one the request names, or the one the browser last used. Sets `session` and `user`. */
export const signedIn = (services: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const { client } = c.var
    if (!client) throw notSignedIn()
    const named = c.req.query('_clerk_session_id')
    const session = named ? services.store.sessions.get(named) : currentSession(services, client)
    if (!session || session.clientId !== client.id || !isLive(session, services.clock.now())) throw notSignedIn()
    const user = services.store.users.get(session.userId)
    if (!user) throw notSignedIn()
    c.set('session', session)
    c.set('user', user)
    await next()
  })

/** Requires the secret key. */
export const withSecretKey = ({ settings }: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const [, key = ''] = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (!sameText(key, settings.secretKey)) {
      throw new ClerkError(401, 'clerk_key_invalid', 'The provided Clerk Secret Key is invalid.', {
        long: 'Make sure that your Clerk Secret Key is correct.',
      })
    }
    await next()
  })

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE'])

/** clerk-js sends PUT, PATCH and DELETE as POST with `?_method=` to avoid a CORS preflight; this restores the method. */
export function withOverriddenMethod(request: Request): Request {
  if (request.method !== 'POST') return request
  const url = new URL(request.url)
  const method = url.searchParams.get('_method')?.toUpperCase() ?? ''
  if (!url.pathname.startsWith('/fapi/v1/') || !CHANGES.has(method)) return request
  const init = { method, headers: request.headers, body: request.body, duplex: 'half' }
  return new Request(request.url, init as RequestInit)
}
