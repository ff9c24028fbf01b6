import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { environmentJson } from '../resources/environment.ts'
import { json } from './responses.ts'
import type { Env, Services } from './services.ts'

/** `/environment`, which clerk-js reads first, and other routes without a browser's state. */
export function environmentRoutes({ settings, instance, keys }: Services): Hono<Env> {
  const routes = new Hono<Env>()
  routes.on(['GET', 'PATCH'], '/environment', (c) => json(c, environmentJson(settings, instance)))
  routes.post('/dev_browser', (c) => json(c, { id: newDevBrowser(), object: 'dev_browser', created_at: Date.now() }))
  routes.get('/proxy-health', (c) => json(c, { status: 'healthy' }))
  routes.get('/.well-known/jwks.json', (c) => json(c, keys.keySet))
  return routes
}

/** The id of a browser with a development key: Clerk cannot use third-party cookies there. */
export const newDevBrowser = (): string => `dvb_${randomBytes(20).toString('hex')}`
