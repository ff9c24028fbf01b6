import { Hono } from 'hono'
import { json } from '../http/responses.ts'
import type { Env, Services } from '../http/services.ts'
import type { Instance } from '../instance.ts'
import type { Organization } from '../store/types.ts'
import { organizationOf } from './organization-lookup.ts'

/** What an organization pays for: the one plan that it has here, which costs nothing and does not end by itself. */
export function backendBillingRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/organizations/:organization/billing/subscription', (c) =>
    json(c, subscriptionJson(services.instance, organizationOf(services, c))),
  )
  return routes
}

function subscriptionJson(instance: Instance, { id, plan, createdAt, updatedAt }: Organization) {
  const times = { created_at: createdAt, updated_at: updatedAt }
  const own = { instance_id: 'ins_local', status: 'active', payer_id: id, past_due_at: null, ...times }
  return {
    object: 'commerce_subscription',
    id: `csub_${id}`,
    ...own,
    active_at: createdAt,
    subscription_items: [
      {
        object: 'commerce_subscription_item',
        id: `csub_item_${id}`,
        ...own,
        plan: planJson(instance, plan),
        plan_id: `cplan_${plan}`,
        plan_period: 'month',
        period_start: createdAt,
        period_end: null,
        canceled_at: null,
        ended_at: null,
        is_free_trial: false,
      },
    ],
    eligible_for_free_trial: false,
  }
}

function planJson({ organizationPlans, organizationFeatures, defaultOrganizationPlan }: Instance, plan: string) {
  return {
    object: 'commerce_plan',
    id: `cplan_${plan}`,
    name: organizationPlans[plan]?.name ?? plan,
    slug: plan,
    description: null,
    is_default: plan === defaultOrganizationPlan,
    is_recurring: true,
    has_base_fee: false,
    publicly_visible: true,
    fee: null,
    annual_fee: null,
    annual_monthly_fee: null,
    for_payer_type: 'org',
    features: organizationFeatures(plan).map((slug) => ({
      object: 'feature',
      id: `feat_${slug}`,
      name: slug,
      description: null,
      slug,
      avatar_url: null,
    })),
    free_trial_days: null,
    free_trial_enabled: false,
    avatar_url: null,
  }
}
