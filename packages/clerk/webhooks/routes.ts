import { Hono } from 'hono'
import { json } from '../http/responses.ts'
import { page } from '../http/query.ts'
import type { Env, Services } from '../http/services.ts'
import { openQueue } from './queue.ts'

/** `GET /local/webhook_attempts`: the delivery log, newest first. Clerk shows it in its dashboard only. */
export function backendWebhookRoutes({ store }: Services): Hono<Env> {
  const queue = openQueue(store.db)
  const routes = new Hono<Env>()
  routes.get('/local/webhook_attempts', (c) => json(c, page(c, queue.attempts())))
  return routes
}
