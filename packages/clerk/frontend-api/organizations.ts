import type { Hono } from 'hono'
import { paginate, getQueryValues, readAddresses, readNewOrganization, readRole } from '../http/fields.ts'
import { requireSession } from '../http/middleware.ts'
import { registerSharedOrganizationRoutes } from '../http/organizations.ts'
import { respond } from '../http/responses.ts'
import { findUserByAddress } from '../model/emails.ts'
import {
  acceptInvitation,
  findInvitationByTicket,
  listUserInvitations,
  createInvitations,
} from '../model/invitations.ts'
import { createOrganization, findMembership, removeMember } from '../model/organizations.ts'
import { getCurrentSession, findMemberOrganization } from '../model/sessions.ts'
import {
  buildAvatarUrl,
  toInvitationJson,
  toMembershipJson,
  toOrganizationJson,
  toTimestampsJson,
} from '../resources/user.ts'
import type { Role } from '../services/config.ts'
import {
  ClerkError,
  createInvalidParamError,
  createInvitationNotFoundError,
  createNotSupportedError,
  createOrganizationNotFoundError,
} from '../services/errors.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import type { Invitation, Organization } from '../services/store.ts'

export function registerOrganizationRoutes(routes: Hono<Env>, services: Services): void {
  const userCollections = ['organization_memberships', 'organization_invitations', 'organization_suggestions']
  for (const path of ['/organizations', ...userCollections.map((list) => `/me/${list}`)]) {
    routes.use(`${path}/*`, requireSession(services))
  }
  registerSharedOrganizationRoutes(routes, services, {
    audience: 'frontend',
    getOrganization: (c, permission) => requireMembership(services, c, permission),
    createMemberNotFoundError: createOrganizationNotFoundError,
    reply: (c, body) => respond(services, c, body),
  })
  for (const part of [registerProfileRoutes, registerInvitationRoutes, registerUserRoutes, registerTicketRoutes])
    part(routes, services)
}

function registerProfileRoutes(routes: Hono<Env>, services: Services): void {
  const { roles, creatorRole } = services.instance
  const toJson = (organization: Organization) => toOrganizationJson(services, organization, 'frontend')

  routes.post('/organizations', (c) => {
    const create = () => createOrganization(services, readNewOrganization(services, c.var.body), c.var.user)
    return respond(services, c, toJson(services.store.transaction(create)))
  })

  routes.put('/organizations/:organization/logo', () => {
    throw createNotSupportedError('logos of organizations')
  })
  routes.delete('/organizations/:organization/logo', (c) =>
    respond(services, c, toJson(requireMembership(services, c, 'org:sys_profile:manage'))),
  )

  routes.get('/organizations/:organization/roles', (c) => {
    requireMembership(services, c)
    const data = roles.map((role) => toRoleJson(role, creatorRole))
    return respond(services, c, { data, total_count: roles.length, has_role_set_migration: false })
  })
  for (const list of ['domains', 'membership_requests']) {
    routes.get(`/organizations/:organization/${list}`, (c) => {
      requireMembership(services, c, 'org:sys_memberships:read')
      return respond(services, c, { data: [], total_count: 0 })
    })
  }
}

const toRoleJson = ({ key, name, description, permissions }: Role, creatorRole: string) => ({
  object: 'role',
  id: `role_${key.replace(/^org:/, '')}`,
  key,
  name,
  description,
  is_creator_eligible: key === creatorRole,
  permissions: permissions.map(toPermissionJson),
  created_at: 0,
  updated_at: 0,
})

/** Returns a permission as JSON. The name of `org:leads:read` is "leads: read". */
const toPermissionJson = (key: string) => ({
  object: 'permission',
  id: `perm_${key.replace(/^org:/, '').replaceAll(':', '_')}`,
  key,
  name: key.replace(/^org:(sys_)?/, '').replace(':', ': '),
  description: '',
  type: key.startsWith('org:sys_') ? 'system' : 'user',
  created_at: 0,
  updated_at: 0,
})

const MAX_BATCH_INVITATIONS = 100

function registerInvitationRoutes(routes: Hono<Env>, services: Services): void {
  const invite = async (c: ClerkContext, maxInvitations: number) => {
    const organization = requireMembership(services, c, 'org:sys_memberships:manage')
    const addresses = readAddresses(c.var.body)
    if (addresses.length > maxInvitations)
      throw createInvalidParamError('email_address', `At most ${maxInvitations} per request.`)
    const role = readRole(services, c.var.body)
    const invites = addresses.map((emailAddress) => ({ emailAddress, role, inviterId: c.var.user.id }))
    return createInvitations(services, organization, invites).map((invitation) =>
      toInvitationJson(services, invitation, 'frontend'),
    )
  }

  routes.post('/organizations/:organization/invitations', async (c) => respond(services, c, (await invite(c, 1))[0]))
  routes.post('/organizations/:organization/invitations/bulk', async (c) =>
    respond(services, c, await invite(c, MAX_BATCH_INVITATIONS)),
  )
}

function registerUserRoutes(routes: Hono<Env>, services: Services): void {
  const { store } = services
  routes.get('/me/organization_memberships', (c) => {
    const memberships = store.memberships.where('userId', c.var.user.id)
    const list = paginate(c, memberships, (membership) => toMembershipJson(services, membership, 'frontend'))
    return respond(services, c, list)
  })

  routes.delete('/me/organization_memberships/:organization', (c) => {
    const membership = findMembership(services, c.req.param('organization'), c.var.user.id)
    if (!membership) throw createOrganizationNotFoundError()
    store.transaction(() => removeMember(services, membership))
    return respond(services, c, { object: 'organization_membership', id: membership.id, deleted: true })
  })

  routes.get('/me/organization_invitations', (c) => {
    const invitations = listUserInvitations(services, c.var.user, getQueryValues(c, 'status'))
    return respond(
      services,
      c,
      paginate(c, invitations, (item) => toUserInvitationJson(services, item)),
    )
  })

  routes.post('/me/organization_invitations/:invitation/accept', (c) => {
    const id = c.req.param('invitation')
    const accepted = store.transaction(() => {
      const invitation = listUserInvitations(services, c.var.user, ['pending']).find((item) => item.id === id)
      if (!invitation) throw createInvitationNotFoundError(id)
      acceptInvitation(services, invitation, c.var.user)
      return { ...invitation, status: 'accepted' as const }
    })
    return respond(services, c, toUserInvitationJson(services, accepted))
  })

  // The list is always empty, because verified domains are not supported.
  routes.get('/me/organization_suggestions', (c) => respond(services, c, { data: [], total_count: 0 }))
}

function toUserInvitationJson({ store, settings }: Services, invitation: Invitation) {
  const { id, emailAddress, role, status, publicMetadata } = invitation
  const organization = store.organizations.get(invitation.organizationId)
  if (!organization) throw new Error(`invitation ${id} refers to a missing record`)
  return {
    object: 'organization_invitation',
    id,
    email_address: emailAddress,
    organization_id: organization.id,
    public_organization_data: {
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      has_image: false,
      image_url: buildAvatarUrl(settings, 'organizations', organization.id),
    },
    public_metadata: publicMetadata,
    role,
    status,
    ...toTimestampsJson(invitation),
  }
}

function registerTicketRoutes(routes: Hono<Env>, services: Services): void {
  const { signIn, signUp, home } = services.instance.pages
  const pages: Record<TicketStatus, string> = { sign_in: signIn, sign_up: signUp, complete: home }
  routes.get('/tickets/accept', (c) => {
    const ticket = c.req.query('ticket') ?? ''
    const invitation = findInvitationByTicket(services, ticket)
    const status = invitation ? redeemInvitation(services, c, invitation) : 'sign_in'
    const target = new URL(invitation?.redirectUrl ?? pages[status], services.settings.siteOrigin)
    target.searchParams.set('__clerk_status', status)
    if (status !== 'complete') target.searchParams.set('__clerk_ticket', ticket)
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    return c.redirect(target.href, 303)
  })
}

function redeemInvitation(services: Services, c: ClerkContext, invitation: Invitation): TicketStatus {
  const { store } = services
  const user = findUserByAddress(store, invitation.emailAddress)
  if (!user) return 'sign_up'
  const session = c.var.client && getCurrentSession(services, c.var.client)
  if (session?.userId !== user.id) return 'sign_in'
  store.transaction(() => acceptInvitation(services, invitation, user))
  return 'complete'
}

type TicketStatus = 'sign_in' | 'sign_up' | 'complete'

/** Returns the organization in the path. @throws 404 for non-members, 403 without the permission */
function requireMembership(services: Services, c: ClerkContext, permission?: string): Organization {
  const result = findMemberOrganization(services, c.var.session, c.req.param('organization') ?? '')
  if (!result) throw createOrganizationNotFoundError()
  if (!permission || services.instance.permissionsOf(result.membership.role).includes(permission))
    return result.organization
  throw new ClerkError(403, 'missing_organization_permission', 'missing permission', {
    longMessage: 'Current user is missing an organization permission.',
    meta: { permissions: [permission] },
  })
}
