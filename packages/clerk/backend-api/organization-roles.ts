import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { json } from '../http/responses.ts'
import { page } from '../http/query.ts'
import type { Env, Services } from '../http/services.ts'
import { permissionJson, roleList } from '../organizations/roles.ts'

/** Roles and permissions, for reading: they are set in the configuration as they would be in Clerk's dashboard. */
export function backendRoleRoutes({ instance }: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const { data: roles } = roleList(instance)
  const permissions = [...new Set(instance.roles.flatMap((role) => role.permissions))].map(permissionJson)

  routes.get('/organization_roles', (c) => json(c, page(c, roles)))
  routes.get('/organization_roles/:role', (c) => {
    const role = roles.find(({ id }) => id === c.req.param('role'))
    if (!role) throw notFound('Organization role')
    return json(c, role)
  })
  routes.get('/organization_permissions', (c) => json(c, page(c, permissions)))
  routes.get('/organization_permissions/:permission', (c) => {
    const permission = permissions.find(({ id }) => id === c.req.param('permission'))
    if (!permission) throw notFound('Organization permission')
    return json(c, permission)
  })
  return routes
}
