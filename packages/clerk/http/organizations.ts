import type { Hono } from 'hono'
import { listInvitations, revokeInvitation } from '../model/invitations.ts'
import {
  deleteOrganization,
  findMembership,
  listMembers,
  removeMember,
  updateMember,
  updateOrganization,
} from '../model/organizations.ts'
import { type Audience, toInvitationJson, toMembershipJson, toOrganizationJson } from '../resources/user.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import type { Invitation, Membership, Organization } from '../services/store.ts'
import { paginate, getQueryValues, readProfile, readRole, readSettings } from './fields.ts'

type Api = {
  audience: Audience
  /**
   * Returns the organization in the path. The Frontend API throws if the user is not a member or lacks the given
   * permission.
   */
  getOrganization: (c: ClerkContext, permission?: string) => Organization
  createMemberNotFoundError: () => Error
  reply: (c: ClerkContext, body: unknown) => Response | Promise<Response>
}

export function registerSharedOrganizationRoutes(routes: Hono<Env>, services: Services, api: Api): void {
  const { store } = services
  const { audience, getOrganization, createMemberNotFoundError, reply } = api
  const renderOrganization = (organization: Organization) => toOrganizationJson(services, organization, audience)
  const renderMember = (membership: Membership) => toMembershipJson(services, membership, audience)
  const renderInvitation = (invitation: Invitation) => toInvitationJson(services, invitation, audience)
  const getManagedMembership = (c: ClerkContext): Membership => {
    const organization = getOrganization(c, 'org:sys_memberships:manage')
    const membership = findMembership(services, organization.id, c.req.param('user') ?? '')
    if (!membership) throw createMemberNotFoundError()
    return membership
  }

  routes.get('/organizations/:organization', (c) => reply(c, renderOrganization(getOrganization(c))))

  routes.patch('/organizations/:organization', (c) => {
    const { id } = getOrganization(c, 'org:sys_profile:manage')
    const { body } = c.var
    const readBackendSettings = () => (audience === 'backend' ? readSettings(body) : {})
    const update = () =>
      updateOrganization(services, id, { ...readProfile(services, body, id), ...readBackendSettings() })
    return reply(c, renderOrganization(store.transaction(update)))
  })

  routes.delete('/organizations/:organization', (c) => {
    const organization = getOrganization(c, 'org:sys_profile:delete')
    store.transaction(() => deleteOrganization(services, organization))
    const { id, slug } = organization
    return reply(c, { object: 'organization', id, slug, deleted: true })
  })

  routes.get('/organizations/:organization/memberships', (c) => {
    const { id } = getOrganization(c, 'org:sys_memberships:read')
    const users = audience === 'backend' ? getQueryValues(c, 'user_id') : []
    const members = listMembers(services, id, c.req.query('query'), getQueryValues(c, 'role'))
    const matchingMembers = members.filter(({ userId }) => users.length === 0 || users.includes(userId))
    return reply(c, paginate(c, matchingMembers, renderMember))
  })

  routes.patch('/organizations/:organization/memberships/:user', (c) => {
    const role = readRole(services, c.var.body)
    return reply(c, renderMember(store.transaction(() => updateMember(services, getManagedMembership(c), { role }))))
  })

  routes.delete('/organizations/:organization/memberships/:user', (c) => {
    const membership = getManagedMembership(c)
    const removedMember = renderMember(membership)
    store.transaction(() => removeMember(services, membership))
    return reply(c, removedMember)
  })

  routes.get('/organizations/:organization/invitations', (c) => {
    const organization = getOrganization(c, 'org:sys_memberships:manage')
    return reply(c, paginate(c, listInvitations(services, organization, getQueryValues(c, 'status')), renderInvitation))
  })

  routes.post('/organizations/:organization/invitations/:invitation/revoke', (c) => {
    const organization = getOrganization(c, 'org:sys_memberships:manage')
    const revoke = () => revokeInvitation(services, organization, c.req.param('invitation'))
    return reply(c, renderInvitation(store.transaction(revoke)))
  })
}
