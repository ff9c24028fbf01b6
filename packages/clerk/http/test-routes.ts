import { Hono } from 'hono'
import { ClerkError } from '../errors.ts'
import { json } from './responses.ts'
import { readBody } from './request-body.ts'
import type { Env, Services } from './services.ts'

/** Only with `--test-clock`: moves the server's clock forward. */
export function testRoutes({ clock }: Services): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/advance', readBody, (c) => {
    const { minutes } = c.var.body
    if (typeof minutes !== 'number' || !(minutes >= 0 && minutes <= 1_000_000)) {
      throw new ClerkError(422, 'form_param_format_invalid', 'minutes must be a number from 0 on')
    }
    clock.advance(minutes)
    return json(c, { now: clock.now() })
  })
  return routes
}
