import { Hono } from 'hono'
import type { Env, Services } from './services.ts'

export function clientRoutes(_services: Services): Hono<Env> {
  return new Hono<Env>()
}
