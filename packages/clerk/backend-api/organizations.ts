import type { Hono } from 'hono'
import {
  mergeMetadata,
  paginate,
  getQueryValues,
  readAddresses,
  readCount,
  readMetadata,
  readNewOrganization,
  readRole,
  readSettings,
  readRequiredText,
  readOptionalText,
} from '../http/fields.ts'
import { registerSharedOrganizationRoutes } from '../http/organizations.ts'
import { sendJson } from '../http/responses.ts'
import { type Invite, createInvitations, readRedirectUrl } from '../model/invitations.ts'
import { addMember, createOrganization, updateOrganization } from '../model/organizations.ts'
import { toInvitationJson, toMembershipJson, toOrganizationJson } from '../resources/user.ts'
import type { Instance } from '../services/config.ts'
import { ClerkError, createInvalidParamError, createNotFoundError } from '../services/errors.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import type { Organization, User } from '../services/store.ts'

export function registerBackendOrganizationRoutes(routes: Hono<Env>, services: Services): void {
  const { store } = services
  const toJson = (organization: Organization) => toOrganizationJson(services, organization, 'backend')

  registerSharedOrganizationRoutes(routes, services, {
    audience: 'backend',
    getOrganization: (c) => requireOrganization(services, c),
    createMemberNotFoundError: () => createNotFoundError('Organization membership'),
    reply: sendJson,
  })

  routes.get('/organizations', (c) => {
    const searchText = c.req.query('query')?.toLowerCase() ?? ''
    const ids = getQueryValues(c, 'organization_id')
    const organizations = store.organizations
      .all()
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .filter(({ id, name, slug }) => [id, name.toLowerCase(), slug].some((value) => value.includes(searchText)))
    return sendJson(c, paginate(c, sortOrganizations(organizations, c.req.query('order_by')), toJson))
  })

  routes.post('/organizations', (c) => {
    const { body } = c.var
    const creator = findCreator(services, body)
    const create = () =>
      createOrganization(services, { ...readNewOrganization(services, body), ...readSettings(body) }, creator)
    return sendJson(c, toJson(store.transaction(create)))
  })

  routes.on(['PATCH', 'PUT'], '/organizations/:organization/metadata', (c) => {
    const organization = requireOrganization(services, c)
    const metadata = readMetadata(c.var.body)
    const mergedMetadata = Object.fromEntries(
      Object.entries(metadata).map(([field, value]) => [
        field,
        mergeMetadata(organization[field as keyof typeof metadata] ?? {}, value),
      ]),
    )
    const change = c.req.method === 'PUT' ? metadata : mergedMetadata
    return sendJson(c, toJson(store.transaction(() => updateOrganization(services, organization.id, change))))
  })

  routes.post('/organizations/:organization/memberships', (c) => {
    const organization = requireOrganization(services, c)
    const user = requireUser(services, readRequiredText(c.var.body, 'user_id'))
    const role = readRole(services, c.var.body)
    const membership = store.transaction(() => addMember(services, organization, user, role))
    return sendJson(c, toMembershipJson(services, membership, 'backend'))
  })

  routes.post('/organizations/:organization/invitations', async (c) => {
    const organization = requireOrganization(services, c)
    const [invitation] = createInvitations(services, organization, [readInvite(services, c.var.body)])
    return sendJson(c, toInvitationJson(services, invitation!, 'backend'))
  })
}

function findCreator({ store }: Services, body: Body): User | null {
  const id = readOptionalText(body, 'created_by')
  if (!id) return null
  const user = store.users.get(id)
  if (user) return user
  const long = `No users found with id ${id}.`
  throw new ClerkError(400, 'organization_creator_not_found', 'creator not found', { longMessage: long })
}

function sortOrganizations(organizations: Organization[], order = '-created_at'): Organization[] {
  const [, sign, field] = /^([+-]?)(name|created_at)$/.exec(order) ?? ['', '-', 'created_at']
  // `toSorted` is stable, and the input is in creation order.
  const ascending = organizations.toSorted((a, b) =>
    field === 'name' ? a.name.localeCompare(b.name, 'en') : a.createdAt - b.createdAt,
  )
  return sign === '-' ? ascending.toReversed() : ascending
}

function readInvite(services: Services, body: Body): Invite {
  const [emailAddress, ...extraAddresses] = readAddresses(body)
  if (extraAddresses.length > 0) throw createInvalidParamError('email_address', 'Only one address per invitation.')
  const inviterId = readOptionalText(body, 'inviter_user_id')
  return {
    emailAddress: emailAddress!,
    role: readRole(services, body),
    inviterId: inviterId ? requireUser(services, inviterId).id : null,
    redirectUrl: readRedirectUrl(services, readOptionalText(body, 'redirect_url')),
    ...readMetadata(body),
    expiresInDays: readCount(body, 'expires_in_days'),
  }
}

function requireOrganization({ store }: Services, c: ClerkContext): Organization {
  const key = c.req.param('organization') ?? ''
  const organization = store.organizations.get(key) ?? store.organizations.first('slug', key)
  if (organization) return organization
  throw new ClerkError(404, 'resource_not_found', 'not found', { longMessage: 'Given organization not found.' })
}

function requireUser({ store }: Services, id: string): User {
  const user = store.users.get(id)
  if (!user)
    throw new ClerkError(404, 'resource_not_found', 'not found', { longMessage: `No user was found with id ${id}.` })
  return user
}

export function registerBackendBillingRoutes(routes: Hono<Env>, services: Services): void {
  routes.get('/organizations/:organization/billing/subscription', (c) =>
    sendJson(c, toSubscriptionJson(services.instance, requireOrganization(services, c))),
  )
}

function toSubscriptionJson(instance: Instance, { id, plan, createdAt, updatedAt }: Organization) {
  const times = { created_at: createdAt, updated_at: updatedAt }
  const baseFields = { instance_id: 'ins_local', status: 'active', payer_id: id, past_due_at: null, ...times }
  return {
    object: 'commerce_subscription',
    id: `csub_${id}`,
    ...baseFields,
    active_at: createdAt,
    subscription_items: [
      {
        object: 'commerce_subscription_item',
        id: `csub_item_${id}`,
        ...baseFields,
        plan: toPlanJson(instance, plan),
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

function toPlanJson({ organizationPlans, organizationFeatures, defaultOrganizationPlan }: Instance, plan: string) {
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
 * Adds routes to read and set the plan. Clerk has no such endpoint, because a customer changes the plan by paying. The
 * next session token contains the new plan.
 */
export function registerBackendPlanRoutes(routes: Hono<Env>, services: Services): void {
  const { store, instance } = services
  const plans = instance.organizationPlans
  const path = '/local/organizations/:organization/plan'

  routes.get(path, (c) => sendJson(c, toLocalPlanJson(instance, requireOrganization(services, c).plan)))

  routes.put(path, (c) => {
    const organization = requireOrganization(services, c)
    const plan = readRequiredText(c.var.body, 'plan')
    if (!Object.hasOwn(plans, plan))
      throw createInvalidParamError('plan', `plan must be one of ${Object.keys(plans).join(', ')}.`)
    store.transaction(() => store.organizations.put({ ...organization, plan }))
    return sendJson(c, toLocalPlanJson(instance, plan))
  })
}

const toLocalPlanJson = ({ organizationPlans }: Instance, plan: string) => ({
  object: 'local_plan',
  plan,
  ...organizationPlans[plan],
})
