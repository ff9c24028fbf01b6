import { Hono } from 'hono'
import type { Env, Services } from '../http/services.ts'

export function backendOrganizationRoutes(_services: Services): Hono<Env> {
  return new Hono<Env>()
}
