import { Hono } from 'hono'
import { ClerkError, invalidParam, notFound } from '../errors.ts'
import { json } from '../http/responses.ts'
import { page } from '../http/query.ts'
import { requiredText, text } from '../http/request-body.ts'
import { clientUatCookies, refreshCookie, sessionCookies } from '../http/cookies.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { backendSessionJson } from '../resources/session.ts'
import { endSession } from '../sessions/end.ts'
import { isLive } from '../sessions/live.ts'
import { isRefreshToken, mintSessionToken } from '../sessions/token.ts'
import type { Session } from '../store/types.ts'

/** Sessions as the holder of the secret key sees them. */
export function backendSessionRoutes(services: Services): Hono<Env> {
  const { store, clock, keys, settings } = services
  const routes = new Hono<Env>()
  const find = (c: ClerkContext): Session => {
    const session = store.sessions.get(c.req.param('id')!)
    if (!session) throw notFound('Session')
    return session
  }

  routes.get('/sessions', (c) => {
    const { user_id: userId, client_id: clientId, status } = c.req.query()
    if (!userId && !clientId) throw invalidParam('user_id', 'Either user_id or client_id has to be given.')
    const all = userId ? store.sessions.where('userId', userId) : store.sessions.where('clientId', clientId!)
    const wanted = all.filter((session) => !clientId || session.clientId === clientId)
    const shown = wanted.toReversed().map((session) => backendSessionJson(services, session))
    return json(c, page(c, status ? shown.filter((session) => session.status === status) : shown))
  })

  routes.get('/sessions/:id', (c) => json(c, backendSessionJson(services, find(c))))

  routes.post('/sessions/:id/revoke', (c) => {
    const revoked = store.transaction(() => endSession(services, find(c), 'revoked'))
    return json(c, backendSessionJson(services, revoked))
  })

  // The site's server renews an expired token with the browser's refresh cookie, which saves a redirect.
  routes.post('/sessions/:id/refresh', async (c) => {
    const { body } = c.var
    const session = live(find(c))
    const expired = await keys.readToken(requiredText(body, 'expired_token'))
    const valid = isRefreshToken(keys, session, requiredText(body, 'refresh_token'))
    if (!valid || expired?.sid !== session.id || text(body, 'request_origin') !== settings.siteOrigin) {
      throw new ClerkError(401, 'refresh_token_invalid', 'Invalid refresh token')
    }
    const token = (await mintSessionToken(services, session))!
    if (text(body, 'format') === 'token') return json(c, { object: 'token', jwt: token })
    const client = store.clients.get(session.clientId)
    const cookies = [...sessionCookies(services, token), ...clientUatCookies(services, client)]
    return json(c, { object: 'cookies', cookies: [...cookies, refreshCookie(services, session)] })
  })

  const live = (session: Session): Session => {
    if (isLive(session, clock.now())) return session
    throw new ClerkError(401, 'session_not_active', 'Session is not active')
  }

  return routes
}
