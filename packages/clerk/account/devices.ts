import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { respond, json } from '../http/responses.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { activityJson, sessionJson } from '../resources/session.ts'
import { endSession } from '../sessions/end.ts'
import { requireFreshFactor } from '../sessions/fresh-factor.ts'
import { isLive } from '../sessions/live.ts'
import type { Session } from '../store/types.ts'

/** The user's sessions on other devices: list and revoke. */
export function deviceRoutes(services: Services): Hono<Env> {
  const { store, clock } = services
  const routes = new Hono<Env>()
  const live = (c: ClerkContext): Session[] =>
    store.sessions.where('userId', c.var.user.id).filter((session) => isLive(session, clock.now()))

  routes.get('/me/sessions', (c) => respond(services, c, live(c).map(deviceJson)))

  // A plain list: clerk-js expects no `response` around it.
  routes.get('/me/sessions/active', (c) => json(c, live(c).map(deviceJson)))

  routes.post('/me/sessions/:id/revoke', async (c) => {
    requireFreshFactor(services, c)
    const session = live(c).find(({ id }) => id === c.req.param('id'))
    if (!session) throw notFound('Session')
    const revoked = store.transaction(() => endSession(services, session, 'revoked'))
    c.set('cookiesDue', true)
    return respond(services, c, { ...(await sessionJson(services, revoked)), ...deviceJson(revoked) })
  })

  return routes
}

/** Without a token, which only the session's own browser may have. */
const deviceJson = (session: Session) => ({
  object: 'session',
  id: session.id,
  status: session.status,
  expire_at: session.expireAt,
  abandon_at: session.abandonAt,
  last_active_at: session.lastActiveAt,
  last_active_organization_id: session.lastActiveOrganizationId,
  latest_activity: activityJson(session),
  actor: null,
  created_at: session.createdAt,
  updated_at: session.updatedAt,
})
