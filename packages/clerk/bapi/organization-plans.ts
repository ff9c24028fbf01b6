import { Hono } from 'hono'
import { invalidParam } from '../errors.ts'
import { json } from '../http/answers.ts'
import { requiredText } from '../http/body.ts'
import type { Env, Services } from '../http/services.ts'
import { ORGANIZATION_PLANS, type OrganizationPlan } from '../instance.ts'
import { organizationOf } from './organization-lookup.ts'

/**
 * `GET` and `PUT /local/organizations/:id/plan`, body `{"plan": "front_desk"}`. Clerk has no such call: there a plan comes from a payment.
 * Sessions learn of it with their next token.
 */
export function backendPlanRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()
  const path = '/local/organizations/:organization/plan'

  routes.get(path, (c) => json(c, planJson(organizationOf(services, c).plan)))

  routes.put(path, (c) => {
    const organization = organizationOf(services, c)
    const plan = requiredText(c.var.body, 'plan')
    if (!isPlan(plan)) throw invalidParam('plan', `plan must be one of ${Object.keys(ORGANIZATION_PLANS).join(', ')}.`)
    store.transaction(() => store.organizations.put({ ...organization, plan }))
    return json(c, planJson(plan))
  })
  return routes
}

const isPlan = (key: string): key is OrganizationPlan => Object.hasOwn(ORGANIZATION_PLANS, key)

const planJson = (plan: OrganizationPlan) => ({ object: 'local_plan', plan, ...ORGANIZATION_PLANS[plan] })
