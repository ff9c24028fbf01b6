import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { answer, json } from '../http/answers.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { activityJson, sessionJson } from '../resources/session.ts'
import { endSession } from '../sessions/end.ts'
import { requireFreshFactor } from '../sessions/fresh.ts'
import { isLive } from '../sessions/live.ts'
import type { Session } from '../store/types.ts'

/** Where the user is signed in, and signing out there from here. */
export function deviceRoutes(services: Services): Hono<Env> {
  const { store, clock } = services
  const routes = new Hono<Env>()
  const live = (c: ClerkContext): Session[] =>
    store.sessions.where('userId', c.var.user.id).filter((session) => isLive(session, clock.now()))

  routes.get('/me/sessions', (c) => answer(services, c, live(c).map(deviceJson)))

  // Bare, as clerk-js reads it.
  routes.get('/me/sessions/active', (c) => json(c, live(c).map(deviceJson)))

  routes.post('/me/sessions/:id/revoke', (c) => {
    requireFreshFactor(services, c)
    const session = live(c).find(({ id }) => id === c.req.param('id'))
    if (!session) throw notFound('Session')
    const revoked = store.transaction(() => endSession(services, session, 'revoked'))
    c.set('cookiesDue', true)
    return answer(services, c, { ...sessionJson(services, revoked), ...deviceJson(revoked) })
  })

  return routes
}

/** Without its token: that belongs to the browser of the session alone. */
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
