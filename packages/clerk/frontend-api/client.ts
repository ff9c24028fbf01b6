import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import {
  buildClientUatCookies,
  buildCurrentClientJson,
  sendJson,
  buildRefreshCookie,
  respond,
  buildSessionCookies,
} from '../http/responses.ts'
import {
  getCurrentSession,
  endSession,
  ensureClient,
  listLiveSessions,
  findMemberOrganization,
  updateClient,
} from '../model/sessions.ts'
import { mintSessionToken } from '../model/tokens.ts'
import { toClientJson } from '../resources/client.ts'
import { buildEnvironmentJson } from '../resources/environment.ts'
import { ClerkError } from '../services/errors.ts'
import { LIFETIMES, MAX_RECORDS } from '../services/limits.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import type { Session } from '../services/store.ts'

export function registerClientRoutes(routes: Hono<Env>, services: Services): void {
  // The response sets cookies, because sessions may have ended on another device.
  routes.get('/client', async (c) => {
    if (c.var.client) c.set('cookiesDue', true)
    else clearSessionCookies(services, c)
    return respond(services, c, await buildCurrentClientJson(services, c))
  })

  routes.put('/client', async (c) => {
    const client = services.store.transaction(() => ensureClient(services, c))
    return respond(services, c, await toClientJson(services, client))
  })

  routes.on('DELETE', ['/client', '/client/sessions'], async (c) => {
    services.store.transaction(() => signOut(services, c))
    c.set('cookiesDue', true)
    const response = await buildCurrentClientJson(services, c)
    if (response === null) clearSessionCookies(services, c)
    else return respond(services, c, response)
    return sendJson(c, { response, client: null })
  })

  registerHandshakeRoutes(routes, services)
}

function signOut(services: Services, c: ClerkContext): void {
  const { client } = c.var
  if (!client) return
  for (const session of listLiveSessions(services, client)) endSession(services, session, 'removed')
  updateClient(services, client.id, { signInId: null, signUpId: null, lastActiveSessionId: null })
}

function clearSessionCookies(services: Services, c: ClerkContext): void {
  const clientUat = getCookie(c, '__client_uat')
  if (clientUat === undefined || clientUat === '0') return
  for (const line of [...buildClientUatCookies(services, undefined), buildRefreshCookie(services, undefined)]) {
    c.header('set-cookie', line, { append: true })
  }
}

/**
 * Adds the handshake route. The site redirects a browser to it if the cookies do not show whether the user is signed
 * in. The route redirects back with fresh cookies in a signed JWT, or with a nonce to fetch them (`format=nonce`).
 */
function registerHandshakeRoutes(routes: Hono<Env>, services: Services): void {
  const { settings, store, keys } = services
  routes.get('/client/handshake', async (c) => {
    const target = readRedirectUrl(settings.siteOrigin, c.req.query('redirect_url'))
    const usesNonce = c.req.query('format') === 'nonce'
    const name = usesNonce ? '__clerk_handshake_nonce' : '__clerk_handshake'
    const directives = [...(await buildFreshCookies(services, c)), serialize(name, '', { path: '/', maxAge: 0 })]
    const value = usesNonce ? storeNonce(services, directives) : await keys.signToken({ handshake: directives })
    if (settings.instanceType === 'development') target.searchParams.set(name, value)
    else c.header('set-cookie', serializeHandshakeCookie(services, name, value), { append: true })
    c.header('cache-control', 'no-store')
    return c.redirect(target.href, 307)
  })

  function storeNonce({ clock }: Services, directives: string[]): string {
    const id = randomBytes(24).toString('base64url')
    store.transaction(() => {
      store.nonces.prune(MAX_RECORDS.nonces - 1)
      store.nonces.put({ id, directives, expiresAt: clock.now() + LIFETIMES.nonce })
    })
    return id
  }
}

const serializeHandshakeCookie = ({ settings: { secure } }: Services, name: string, value: string): string =>
  serialize(name, value, { path: '/', maxAge: 30, httpOnly: true, sameSite: 'Lax', secure })

/** Parses the redirect URL. @throws for URLs of other sites, because an open redirect would leak the cookies */
function readRedirectUrl(siteOrigin: string, value: string | undefined): URL {
  const url = URL.parse(value ?? '')
  if (!url || url.origin !== siteOrigin || url.username || url.password) {
    throw new ClerkError(400, 'invalid_url', 'Invalid redirect URL', {
      longMessage: `redirect_url must be a URL of ${siteOrigin}.`,
      meta: { param_name: 'redirect_url' },
    })
  }
  return url
}

async function buildFreshCookies(services: Services, c: ClerkContext): Promise<string[]> {
  const { client } = c.var
  const session = client && switchOrganization(services, c, getCurrentSession(services, client))
  const token = session ? await mintSessionToken(services, session) : null
  return [
    ...buildSessionCookies(services, token ?? ''),
    ...buildClientUatCookies(services, client),
    buildRefreshCookie(services, session),
    ...buildDevBrowserCookies(services, c),
  ]
}

function switchOrganization(services: Services, c: ClerkContext, session: Session | undefined): Session | undefined {
  const requestedId = c.req.query('organization_id')
  if (!session || requestedId === undefined) return session
  const organizationId =
    requestedId === '' ? null : findMemberOrganization(services, session, requestedId)?.organization.id
  if (organizationId === undefined || organizationId === session.lastActiveOrganizationId) return session
  return services.store.sessions.put({ ...session, lastActiveOrganizationId: organizationId })
}

function buildDevBrowserCookies(services: Services, c: ClerkContext): string[] {
  const { instanceType, cookieSuffix, secure } = services.settings
  if (instanceType !== 'development') return []
  const name = c.req.query('__clerk_db_jwt') ?? createDevBrowserId()
  if (c.var.client) {
    updateClient(services, c.var.client.id, { devBrowser: services.keys.hash('dev-browser', name) })
  }
  return ['__clerk_db_jwt', `__clerk_db_jwt_${cookieSuffix}`].map((cookie) =>
    serialize(cookie, name, { path: '/', maxAge: 31_536_000, sameSite: 'Lax', secure }),
  )
}

export function registerEnvironmentRoutes(routes: Hono<Env>, { settings, instance, keys }: Services): void {
  routes.on(['GET', 'PATCH'], '/environment', (c) => sendJson(c, buildEnvironmentJson(settings, instance)))
  routes.post('/dev_browser', (c) =>
    sendJson(c, { id: createDevBrowserId(), object: 'dev_browser', created_at: Date.now() }),
  )
  routes.get('/proxy-health', (c) => sendJson(c, { status: 'healthy' }))
  routes.get('/.well-known/jwks.json', (c) => sendJson(c, keys.keySet))
}

/** Creates a browser id for development keys. Clerk uses it instead of third-party cookies, which browsers block. */
const createDevBrowserId = (): string => `dvb_${randomBytes(20).toString('hex')}`
