import { Hono } from 'hono'
import type { Env, Services } from '../http/services.ts'
import { backendBillingRoutes } from './organization-billing.ts'
import { backendInvitationRoutes } from './organization-invitations.ts'
import { backendMemberRoutes } from './organization-members.ts'
import { backendPlanRoutes } from './organization-plans.ts'
import { backendProfileRoutes } from './organization-profiles.ts'

/** The Backend API of organizations: the same changes as in the Frontend API, without checking a user's permission. */
export function backendOrganizationRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const parts = [
    backendProfileRoutes,
    backendMemberRoutes,
    backendInvitationRoutes,
    backendBillingRoutes,
    backendPlanRoutes,
  ]
  for (const part of parts) routes.route('/', part(services))
  return routes
}
