import { Hono } from 'hono'
import { missingParam, notSupported } from '../errors.ts'
import { respond } from '../http/responses.ts'
import type { Env, Services } from '../http/services.ts'
import { organizationJson } from '../resources/organization.ts'
import { requireMembership } from './access.ts'
import { createOrganization, deleteOrganization, updateOrganization } from './changes.ts'
import { readName, readSlug, slugFrom } from './fields.ts'
import { roleList } from './roles.ts'

/** Organizations: create, show, rename, delete, their roles, and lists that are always empty here. */
export function profileRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()
  const shown = (organization: Parameters<typeof organizationJson>[1]) =>
    organizationJson(services, organization, 'frontend')

  routes.post('/organizations', (c) => {
    const name = readName(c.var.body)
    if (name === undefined) throw missingParam('name')
    const organization = store.transaction(() => {
      const slug = readSlug(services, c.var.body) ?? slugFrom(services, name)
      return createOrganization(services, { name, slug }, c.var.user)
    })
    return respond(services, c, shown(organization))
  })

  routes.get('/organizations/:organization', (c) =>
    respond(services, c, shown(requireMembership(services, c).organization)),
  )

  routes.patch('/organizations/:organization', (c) => {
    const { organization } = requireMembership(services, c, 'org:sys_profile:manage')
    const updated = store.transaction(() => {
      const name = readName(c.var.body)
      const slug = readSlug(services, c.var.body, organization.id)
      return updateOrganization(services, organization.id, { ...(name && { name }), ...(slug && { slug }) })
    })
    return respond(services, c, shown(updated))
  })

  routes.delete('/organizations/:organization', (c) => {
    const { organization } = requireMembership(services, c, 'org:sys_profile:delete')
    store.transaction(() => deleteOrganization(services, organization))
    const { id, slug } = organization
    return respond(services, c, { object: 'organization', id, slug, deleted: true })
  })

  routes.put('/organizations/:organization/logo', () => {
    throw notSupported('logos of organizations')
  })
  routes.delete('/organizations/:organization/logo', (c) =>
    respond(services, c, shown(requireMembership(services, c, 'org:sys_profile:manage').organization)),
  )

  routes.get('/organizations/:organization/roles', (c) => {
    requireMembership(services, c)
    return respond(services, c, { ...roleList(services.instance), has_role_set_migration: false })
  })
  for (const list of ['domains', 'membership_requests']) {
    routes.get(`/organizations/:organization/${list}`, (c) => {
      requireMembership(services, c, 'org:sys_memberships:read')
      return respond(services, c, { data: [], total_count: 0 })
    })
  }
  return routes
}
