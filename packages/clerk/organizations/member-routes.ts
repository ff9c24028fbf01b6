import { Hono } from 'hono'
import { respond } from '../http/responses.ts'
import { page, queryValues } from '../http/query.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { membershipJson } from '../resources/organization.ts'
import type { Membership } from '../store/types.ts'
import { requireMembership } from './access.ts'
import { membershipOf, removeMember, updateMember } from './changes.ts'
import { organizationNotFound } from './errors.ts'
import { readRole } from './fields.ts'
import { membersOf } from './member-search.ts'

/** Members of an organization: list, change a role, remove. */
export function memberRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()
  const shown = (membership: Membership) => membershipJson(services, membership, 'frontend')
  /** The membership in the path. Throws for users who may not manage it. */
  const managed = (c: ClerkContext): Membership => {
    const { organization } = requireMembership(services, c, 'org:sys_memberships:manage')
    const membership = membershipOf(services, organization.id, c.req.param('user') ?? '')
    if (!membership) throw organizationNotFound()
    return membership
  }

  routes.get('/organizations/:organization/memberships', (c) => {
    const { organization } = requireMembership(services, c, 'org:sys_memberships:read')
    const filter = { query: c.req.query('query'), roles: queryValues(c, 'role') }
    const { data, total_count } = page(c, membersOf(services, organization.id, filter))
    return respond(services, c, { data: data.map(shown), total_count })
  })

  routes.patch('/organizations/:organization/memberships/:user', (c) => {
    const role = readRole(services, c.var.body)
    const membership = store.transaction(() => updateMember(services, managed(c), { role }))
    return respond(services, c, shown(membership))
  })

  routes.delete('/organizations/:organization/memberships/:user', (c) => {
    const membership = managed(c)
    const removed = shown(membership)
    store.transaction(() => removeMember(services, membership))
    return respond(services, c, removed)
  })
  return routes
}
