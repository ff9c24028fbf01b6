import { Hono } from 'hono'
import { invalidParam } from '../errors.ts'
import { json } from '../http/responses.ts'
import { requiredText } from '../http/request-body.ts'
import type { Env, Services } from '../http/services.ts'
import type { Instance } from '../instance.ts'
import { organizationOf } from './organization-lookup.ts'

/**
 * `GET` and `PUT /local/organizations/:id/plan`, body `{"plan": "front_desk"}`. Clerk has no such call: there a plan comes from a payment.
 * The next session token carries it.
 */
export function backendPlanRoutes(services: Services): Hono<Env> {
  const { store, instance } = services
  const plans = instance.organizationPlans
  const routes = new Hono<Env>()
  const path = '/local/organizations/:organization/plan'

  routes.get(path, (c) => json(c, planJson(instance, organizationOf(services, c).plan)))

  routes.put(path, (c) => {
    const organization = organizationOf(services, c)
    const plan = requiredText(c.var.body, 'plan')
    if (!Object.hasOwn(plans, plan)) throw invalidParam('plan', `plan must be one of ${Object.keys(plans).join(', ')}.`)
    store.transaction(() => store.organizations.put({ ...organization, plan }))
    return json(c, planJson(instance, plan))
  })
  return routes
}

const planJson = ({ organizationPlans }: Instance, plan: string) => ({
  object: 'local_plan',
  plan,
  ...organizationPlans[plan],
})
