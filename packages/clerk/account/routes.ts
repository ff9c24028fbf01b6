import { Hono } from 'hono'
import type { Env, Services } from '../http/services.ts'
import { signedIn } from '../http/middleware.ts'
import { deviceRoutes } from './devices.ts'
import { emailRoutes } from './emails.ts'
import { profileRoutes } from './profile.ts'
import { secondFactorRoutes } from './second-factor.ts'

/** What signed-in users can change in their own account. */
export function accountRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use('/me/*', signedIn(services))
  for (const part of [profileRoutes, emailRoutes, secondFactorRoutes, deviceRoutes]) routes.route('/', part(services))
  return routes
}
