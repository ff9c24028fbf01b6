import { Hono } from 'hono'
import { requirePermission } from '../access/permissions.ts'
import type { Env, Services } from './services.ts'

/** GET /hooks/projects/:project…: the configured webhooks and their attempts, for administrators. */
export function hookRoutes({ webhooks }: Services): Hono<Env> {
  return new Hono<Env>().all('/hooks/*', (c) => {
    requirePermission(c.get('user'), 'manage')
    return webhooks.handleHooks(c.req.raw)
  })
}
