import { Hono } from 'hono'
import { missingParam, notSupported } from '../errors.ts'
import { answer } from '../http/answers.ts'
import type { Env, Services } from '../http/services.ts'
import { organizationJson } from '../resources/organization.ts'
import { access } from './access.ts'
import { createOrganization, deleteOrganization, updateOrganization } from './changes.ts'
import { readName, readSlug, slugFrom } from './fields.ts'
import { roleList } from './roles.ts'

/** Organizations themselves: make, show, rename, delete; and what belongs to none of its lists. */
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
    return answer(services, c, shown(organization))
  })

  routes.get('/organizations/:organization', (c) => answer(services, c, shown(access(services, c).organization)))

  routes.patch('/organizations/:organization', (c) => {
    const { organization } = access(services, c, 'org:sys_profile:manage')
    const updated = store.transaction(() => {
      const name = readName(c.var.body)
      const slug = readSlug(services, c.var.body, organization.id)
      return updateOrganization(services, organization.id, { ...(name && { name }), ...(slug && { slug }) })
    })
    return answer(services, c, shown(updated))
  })

  routes.delete('/organizations/:organization', (c) => {
    const { organization } = access(services, c, 'org:sys_profile:delete')
    store.transaction(() => deleteOrganization(services, organization))
    const { id, slug } = organization
    return answer(services, c, { object: 'organization', id, slug, deleted: true })
  })

  routes.put('/organizations/:organization/logo', () => {
    throw notSupported('logos of organizations')
  })
  routes.delete('/organizations/:organization/logo', (c) =>
    answer(services, c, shown(access(services, c, 'org:sys_profile:manage').organization)),
  )

  routes.get('/organizations/:organization/roles', (c) => {
    access(services, c)
    return answer(services, c, { ...roleList(services.instance), has_role_set_migration: false })
  })
  for (const list of ['domains', 'membership_requests']) {
    routes.get(`/organizations/:organization/${list}`, (c) => {
      access(services, c, 'org:sys_memberships:read')
      return answer(services, c, { data: [], total_count: 0 })
    })
  }
  return routes
}
