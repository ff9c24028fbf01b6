import { getCookie } from 'hono/cookie'
import { Hono } from 'hono'
import { clientJson } from '../resources/client.ts'
import { ensureClient, updateClient } from '../sessions/clients.ts'
import { endSession } from '../sessions/end.ts'
import { liveSessions } from '../sessions/live.ts'
import { answer, currentClientJson, json } from './answers.ts'
import { changedAtCookies, refreshCookie } from './cookies.ts'
import { handshakeRoutes } from './handshake.ts'
import type { ClerkContext, Env, Services } from './services.ts'

/** The browser as a whole: its state, and signing out. */
export function clientRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()

  // Cookies go along, as sessions may have ended elsewhere.
  routes.get('/client', (c) => {
    if (c.var.client) c.set('cookiesDue', true)
    else forgetSessions(services, c)
    return answer(services, c, currentClientJson(services, c))
  })

  routes.put('/client', (c) => {
    const client = services.store.transaction(() => ensureClient(services, c))
    return answer(services, c, clientJson(services, client))
  })

  routes.on('DELETE', ['/client', '/client/sessions'], (c) => {
    services.store.transaction(() => signOut(services, c))
    c.set('cookiesDue', true)
    const response = currentClientJson(services, c)
    if (response === null) forgetSessions(services, c)
    else return answer(services, c, response)
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

/** Takes back the cookies of sessions that are not known here (any more). */
function forgetSessions(services: Services, c: ClerkContext): void {
  const claimed = getCookie(c, '__client_uat')
  if (claimed === undefined || claimed === '0') return
  for (const line of [...changedAtCookies(services, undefined), refreshCookie(services, undefined)]) {
    c.header('set-cookie', line, { append: true })
  }
}
