import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { serialize } from 'hono/utils/cookie'
import { ClerkError } from '../errors.ts'
import { MAX_RECORDS, LIFETIMES } from '../limits.ts'
import { updateClient } from '../sessions/clients.ts'
import { organizationOfMember } from '../sessions/live.ts'
import { mintSessionToken } from '../sessions/token.ts'
import type { Session } from '../store/types.ts'
import { clientUatCookies, currentSession, refreshCookie, sessionCookies } from './cookies.ts'
import { newDevBrowser } from './environment.ts'
import type { ClerkContext, Env, Services } from './services.ts'

/**
 * The site's server sends a browser here when it cannot tell from the cookies whether it is signed in. The browser is redirected
 * back with fresh cookies: either all of them in a signed JWT, or a nonce with which the server fetches them (`format=nonce`).
 */
export function handshakeRoutes(services: Services): Hono<Env> {
  const { settings, store, keys } = services
  const routes = new Hono<Env>()

  routes.get('/client/handshake', async (c) => {
    const target = readRedirectUrl(settings.siteOrigin, c.req.query('redirect_url'))
    const byNonce = c.req.query('format') === 'nonce'
    const name = byNonce ? '__clerk_handshake_nonce' : '__clerk_handshake'
    const directives = [...(await freshCookies(services, c)), serialize(name, '', { path: '/', maxAge: 0 })]
    const value = byNonce ? storeNonce(services, directives) : await keys.signToken({ handshake: directives })
    if (settings.instanceType === 'development') target.searchParams.set(name, value)
    else c.header('set-cookie', handshakeCookie(services, name, value), { append: true })
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

  return routes
}

/** Carries the value back to the site, which reads it in the next request. */
const handshakeCookie = ({ settings: { secure } }: Services, name: string, value: string): string =>
  serialize(name, value, { path: '/', maxAge: 30, httpOnly: true, sameSite: 'Lax', secure })

/** Throws for addresses of other sites: this would be an open redirect, and give them the cookies. */
function readRedirectUrl(siteOrigin: string, value: string | undefined): URL {
  const url = URL.parse(value ?? '')
  if (!url || url.origin !== siteOrigin || url.username || url.password) {
    throw new ClerkError(400, 'invalid_url', 'Invalid redirect URL', {
      long: `redirect_url must be an address of ${siteOrigin}.`,
      meta: { param_name: 'redirect_url' },
    })
  }
  return url
}

async function freshCookies(services: Services, c: ClerkContext): Promise<string[]> {
  const { client } = c.var
  const session = client && withOrganization(services, c, currentSession(services, client))
  const token = session ? await mintSessionToken(services, session) : null
  return [
    ...sessionCookies(services, token ?? ''),
    ...clientUatCookies(services, client),
    refreshCookie(services, session),
    ...devBrowserCookies(services, c),
  ]
}

/** Activates the organization that the page's URL names, if the user is a member of it. */
function withOrganization(services: Services, c: ClerkContext, session: Session | undefined): Session | undefined {
  const asked = c.req.query('organization_id')
  if (!session || asked === undefined) return session
  const found = asked === '' ? null : organizationOfMember(services, session, asked)?.organization.id
  if (found === undefined || found === session.lastActiveOrganizationId) return session
  return services.store.sessions.put({ ...session, lastActiveOrganizationId: found })
}

/** With a development key, browsers are identified by a cookie that scripts can read. */
function devBrowserCookies(services: Services, c: ClerkContext): string[] {
  const { instanceType, cookieSuffix, secure } = services.settings
  if (instanceType !== 'development') return []
  const name = c.req.query('__clerk_db_jwt') ?? newDevBrowser()
  if (c.var.client) {
    updateClient(services, c.var.client.id, { devBrowser: services.keys.hash('dev-browser', name) })
  }
  return ['__clerk_db_jwt', `__clerk_db_jwt_${cookieSuffix}`].map((cookie) =>
    serialize(cookie, name, { path: '/', maxAge: 31_536_000, sameSite: 'Lax', secure }),
  )
}
