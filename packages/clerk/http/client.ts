import { getCookie } from 'hono/cookie'
import { Hono } from 'hono'
import { clientJson } from '../resources/client.ts'
import { ensureClient, updateClient } from '../sessions/clients.ts'
import { endSession } from '../sessions/end.ts'
import { liveSessions } from '../sessions/live.ts'
import { respond, currentClientJson, json } from './responses.ts'
import { clientUatCookies, refreshCookie } from './cookies.ts'
import { handshakeRoutes } from './handshake.ts'
import type { ClerkContext, Env, Services } from './services.ts'

/** The browser (Clerk's "client"): its state, and signing out. */
export function clientRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()

  // With cookies, because sessions may have ended on another device.
  routes.get('/client', async (c) => {
    if (c.var.client) c.set('cookiesDue', true)
    else clearSessionCookies(services, c)
    return respond(services, c, await currentClientJson(services, c))
  })

  routes.put('/client', async (c) => {
    const client = services.store.transaction(() => ensureClient(services, c))
    return respond(services, c, await clientJson(services, client))
  })

  routes.on('DELETE', ['/client', '/client/sessions'], async (c) => {
    services.store.transaction(() => signOut(services, c))
    c.set('cookiesDue', true)
    const response = await currentClientJson(services, c)
    if (response === null) clearSessionCookies(services, c)
    else return respond(services, c, response)
    return json(c, { response, client: null })
  })

  routes.route('/', handshakeRoutes(services))
  return routes
}

function signOut(services: Services, c: ClerkContext): void {
  const { client } = c.var
  if (!client) return
  for (const session of liveSessions(services, client)) endSession(services, session, 'removed')
  updateClient(services, client.id, { signInId: null, signUpId: null, lastActiveSessionId: null })
}

/** Clears the cookies of sessions that this server does not know. */
function clearSessionCookies(services: Services, c: ClerkContext): void {
  const claimed = getCookie(c, '__client_uat')
  if (claimed === undefined || claimed === '0') return
  for (const line of [...clientUatCookies(services, undefined), refreshCookie(services, undefined)]) {
    c.header('set-cookie', line, { append: true })
  }
}
