import type { Hono } from 'hono'
import {
  mergeMetadata,
  page,
  queryValues,
  readAddresses,
  readCount,
  readMetadata,
  readNewOrganization,
  readRole,
  readSettings,
  requiredText,
  text,
} from '../http/fields.ts'
import { sharedOrganizationRoutes } from '../http/organizations.ts'
import { json } from '../http/responses.ts'
import { type Invite, inviteAll, readRedirectUrl } from '../model/invitations.ts'
import { addMember, createOrganization, updateOrganization } from '../model/organizations.ts'
import { invitationJson, membershipJson, organizationJson } from '../resources/user.ts'
import type { Instance } from '../services/config.ts'
import { ClerkError, invalidParam, notFound } from '../services/errors.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import type { Organization, User } from '../services/store.ts'

export function backendOrganizationRoutes(routes: Hono<Env>, services: Services): void {
  const { store } = services
  const shown = (organization: Organization) => organizationJson(services, organization, 'backend')

  sharedOrganizationRoutes(routes, services, {
    audience: 'backend',
    organizationOf: (c) => organizationOf(services, c),
    memberNotFound: () => notFound('Organization membership'),
    reply: json,
  })

  routes.get('/organizations', (c) => {
    const words = c.req.query('query')?.toLowerCase() ?? ''
    const ids = queryValues(c, 'organization_id')
    const found = store.organizations
      .all()
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .filter(({ id, name, slug }) => [id, name.toLowerCase(), slug].some((value) => value.includes(words)))
    return json(c, page(c, sorted(found, c.req.query('order_by')), shown))
  })

  routes.post('/organizations', (c) => {
    const { body } = c.var
    const creator = creatorOf(services, body)
    const create = () =>
      createOrganization(services, { ...readNewOrganization(services, body), ...readSettings(body) }, creator)
    return json(c, shown(store.transaction(create)))
  })

  routes.on(['PATCH', 'PUT'], '/organizations/:organization/metadata', (c) => {
    const organization = organizationOf(services, c)
    const given = readMetadata(c.var.body)
    const merged = Object.fromEntries(
      Object.entries(given).map(([field, value]) => [
        field,
        mergeMetadata(organization[field as keyof typeof given] ?? {}, value),
      ]),
    )
    const change = c.req.method === 'PUT' ? given : merged
    return json(c, shown(store.transaction(() => updateOrganization(services, organization.id, change))))
  })

  routes.post('/organizations/:organization/memberships', (c) => {
    const organization = organizationOf(services, c)
    const user = userOf(services, requiredText(c.var.body, 'user_id'))
    const role = readRole(services, c.var.body)
    const membership = store.transaction(() => addMember(services, organization, user, role))
    return json(c, membershipJson(services, membership, 'backend'))
  })

  routes.post('/organizations/:organization/invitations', async (c) => {
    const organization = organizationOf(services, c)
    const [invitation] = await inviteAll(services, organization, [readInvite(services, c.var.body)])
    return json(c, invitationJson(services, invitation!, 'backend'))
  })
}

function creatorOf({ store }: Services, body: Body): User | null {
  const id = text(body, 'created_by')
  if (!id) return null
  const user = store.users.get(id)
  if (user) return user
  const long = `No users found with id ${id}.`
  throw new ClerkError(400, 'organization_creator_not_found', 'creator not found', { long })
}

function sorted(organizations: Organization[], order = '-created_at'): Organization[] {
  const [, sign, field] = /^([+-]?)(name|created_at)$/.exec(order) ?? ['', '-', 'created_at']
  // `toSorted` is stable, and the input is in creation order.
  const up = organizations.toSorted((a, b) =>
    field === 'name' ? a.name.localeCompare(b.name, 'en') : a.createdAt - b.createdAt,
  )
  return sign === '-' ? up.toReversed() : up
}

function readInvite(services: Services, body: Body): Invite {
  const [emailAddress, ...others] = readAddresses(body)
  if (others.length > 0) throw invalidParam('email_address', 'Only one address per invitation.')
  const inviterId = text(body, 'inviter_user_id')
  return {
    emailAddress: emailAddress!,
    role: readRole(services, body),
    inviterId: inviterId ? userOf(services, inviterId).id : null,
    redirectUrl: readRedirectUrl(services, text(body, 'redirect_url')),
    ...readMetadata(body),
    expiresInDays: readCount(body, 'expires_in_days'),
  }
}

function organizationOf({ store }: Services, c: ClerkContext): Organization {
  const key = c.req.param('organization') ?? ''
  const organization = store.organizations.get(key) ?? store.organizations.first('slug', key)
  if (organization) return organization
  throw new ClerkError(404, 'resource_not_found', 'not found', { long: 'Given organization not found.' })
}

function userOf({ store }: Services, id: string): User {
  const user = store.users.get(id)
  if (!user) throw new ClerkError(404, 'resource_not_found', 'not found', { long: `No user was found with id ${id}.` })
  return user
}

export function backendBillingRoutes(routes: Hono<Env>, services: Services): void {
  routes.get('/organizations/:organization/billing/subscription', (c) =>
    json(c, subscriptionJson(services.instance, organizationOf(services, c))),
  )
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

/**
 * Adds routes to read and set the plan. Clerk has no such endpoint, because a payment sets the plan there. The next
 * session token contains the new plan.
 */
export function backendPlanRoutes(routes: Hono<Env>, services: Services): void {
  const { store, instance } = services
  const plans = instance.organizationPlans
  const path = '/local/organizations/:organization/plan'

  routes.get(path, (c) => json(c, localPlanJson(instance, organizationOf(services, c).plan)))

  routes.put(path, (c) => {
    const organization = organizationOf(services, c)
    const plan = requiredText(c.var.body, 'plan')
    if (!Object.hasOwn(plans, plan)) throw invalidParam('plan', `plan must be one of ${Object.keys(plans).join(', ')}.`)
    store.transaction(() => store.organizations.put({ ...organization, plan }))
    return json(c, localPlanJson(instance, plan))
  })
}

const localPlanJson = ({ organizationPlans }: Instance, plan: string) => ({
  object: 'local_plan',
  plan,
  ...organizationPlans[plan],
})
