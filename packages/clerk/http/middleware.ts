import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isLoopbackName, isSameText } from '../../local-server/index.ts'
import { getCurrentSession, isLive } from '../model/sessions.ts'
import { ClerkError, createNotSignedInError } from '../services/errors.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import type { Client } from '../services/store.ts'
import { CLIENT_COOKIE } from './responses.ts'

/** Rejects `Host` names other than loopback names to prevent DNS rebinding. */
export const requireLoopbackHost = createMiddleware<Env>(async (c, next) => {
  if (!isLoopbackName(new URL(c.req.url).hostname)) throw new ClerkError(421, 'host_invalid', 'Unknown host')
  await next()
})

export const requireSiteOrigin = ({ settings: { siteOrigin } }: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const origin = c.req.header('origin')
    const isCrossOrigin = origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : origin !== siteOrigin
    const changes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (!isCrossOrigin || (!changes && origin === undefined)) return next()
    throw new ClerkError(400, 'origin_invalid', 'Invalid HTTP Origin header', {
      longMessage: `Only pages of ${siteOrigin} may call this server (--site-url).`,
    })
  })

/** Finds the client (browser) by cookie or, with a development key, by the id from /dev_browser. */
export const findClient = (services: Services) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('client', findClientByCookie(services, getCookie(c, CLIENT_COOKIE)) ?? findClientByDevBrowser(services, c))
    await next()
  })

function findClientByCookie({ store, keys }: Services, cookie: string | undefined): Client | undefined {
  const [, id, secret] = /^(client_\w{1,40})\.(\w{1,80})$/.exec(cookie ?? '') ?? []
  const client = id ? store.clients.get(id) : undefined
  return client && isSameText(client.secretHash, keys.hash('client', secret!)) ? client : undefined
}

function findClientByDevBrowser({ settings, store, keys }: Services, c: ClerkContext): Client | undefined {
  const name = settings.instanceType === 'development' ? c.req.query('__clerk_db_jwt') : undefined
  return name ? store.clients.first('devBrowser', keys.hash('dev-browser', name)) : undefined
}

/** Requires a live session, either the requested or the last used one. Sets `session` and `user`. */
export const requireSession = (services: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const { client } = c.var
    if (!client) throw createNotSignedInError()
    const requestedId = c.req.query('_clerk_session_id')
    const session = requestedId ? services.store.sessions.get(requestedId) : getCurrentSession(services, client)
    if (!session || session.clientId !== client.id || !isLive(session, services.clock.now()))
      throw createNotSignedInError()
    const user = services.store.users.get(session.userId)
    if (!user) throw createNotSignedInError()
    c.set('session', session)
    c.set('user', user)
    await next()
  })

export const requireSecretKey = ({ settings }: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const [, key = ''] = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (!isSameText(key, settings.secretKey)) {
      throw new ClerkError(401, 'clerk_key_invalid', 'The provided Clerk Secret Key is invalid.', {
        longMessage: 'Make sure that your Clerk Secret Key is correct.',
      })
    }
    await next()
  })

const OVERRIDE_METHODS = new Set(['PUT', 'PATCH', 'DELETE'])

/** Applies the method in `?_method=`. clerk-js sends PUT, PATCH and DELETE as POST to avoid CORS preflights. */
export function applyMethodOverride(request: Request): Request {
  if (request.method !== 'POST') return request
  const url = new URL(request.url)
  const method = url.searchParams.get('_method')?.toUpperCase() ?? ''
  if (!url.pathname.startsWith('/fapi/v1/') || !OVERRIDE_METHODS.has(method)) return request
  const init = { method, headers: request.headers, body: request.body, duplex: 'half' }
  return new Request(request.url, init as RequestInit)
}
