import { Hono } from 'hono'
import { signedIn } from '../http/middleware.ts'
import type { Env, Services } from '../http/services.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { ownRoutes } from './own-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { ticketRoutes } from './tickets.ts'

/** The Frontend API of organizations, for signed-in users. */
export function organizationRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const own = ['organization_memberships', 'organization_invitations', 'organization_suggestions']
  for (const path of ['/organizations', ...own.map((list) => `/me/${list}`)]) {
    routes.use(`${path}/*`, signedIn(services))
  }
  const parts = [profileRoutes, memberRoutes, invitationRoutes, ownRoutes, ticketRoutes]
  for (const part of parts) routes.route('/', part(services))
  return routes
}
