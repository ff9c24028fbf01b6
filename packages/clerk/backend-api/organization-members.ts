import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { json } from '../http/responses.ts'
import { page, queryValues } from '../http/query.ts'
import { requiredText } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { addMember, membershipOf, removeMember, updateMember } from '../organizations/changes.ts'
import { readRole } from '../organizations/fields.ts'
import { membersOf } from '../organizations/member-search.ts'
import { membershipJson } from '../resources/organization.ts'
import type { Membership } from '../store/types.ts'
import { organizationOf, userOf } from './organization-lookup.ts'

/** Memberships of an organization. */
export function backendMemberRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()
  const shown = (membership: Membership) => membershipJson(services, membership, 'backend')
  const listed = (c: ClerkContext, memberships: Membership[]) => {
    const { data, total_count } = page(c, memberships)
    return json(c, { data: data.map(shown), total_count })
  }
  const named = (c: ClerkContext): Membership => {
    const membership = membershipOf(services, organizationOf(services, c).id, c.req.param('user') ?? '')
    if (!membership) throw notFound('Organization membership')
    return membership
  }

  routes.get('/organizations/:organization/memberships', (c) => {
    const filter = { query: c.req.query('query'), roles: queryValues(c, 'role') }
    const users = queryValues(c, 'user_id')
    const members = membersOf(services, organizationOf(services, c).id, filter)
    return listed(
      c,
      members.filter(({ userId }) => users.length === 0 || users.includes(userId)),
    )
  })

  routes.post('/organizations/:organization/memberships', (c) => {
    const organization = organizationOf(services, c)
    const user = userOf(services, requiredText(c.var.body, 'user_id'))
    const role = readRole(services, c.var.body)
    return json(c, shown(store.transaction(() => addMember(services, organization, user, role))))
  })

  routes.patch('/organizations/:organization/memberships/:user', (c) => {
    const role = readRole(services, c.var.body)
    return json(c, shown(store.transaction(() => updateMember(services, named(c), { role }))))
  })

  routes.delete('/organizations/:organization/memberships/:user', (c) => {
    const membership = named(c)
    const removed = shown(membership)
    store.transaction(() => removeMember(services, membership))
    return json(c, removed)
  })
  return routes
}
