import type { Hono } from 'hono'
import { invitationsOf, revokeInvitation } from '../model/invitations.ts'
import {
  deleteOrganization,
  membershipOf,
  membersOf,
  removeMember,
  updateMember,
  updateOrganization,
} from '../model/organizations.ts'
import { type Audience, invitationJson, membershipJson, organizationJson } from '../resources/user.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import type { Invitation, Membership, Organization } from '../services/store.ts'
import { page, queryValues, readProfile, readRole, readSettings } from './fields.ts'

type Api = {
  audience: Audience
  /**
   * Returns the organization in the path. The Frontend API throws if the user is not a member or lacks the given
   * permission.
   */
  organizationOf: (c: ClerkContext, permission?: string) => Organization
  memberNotFound: () => Error
  reply: (c: ClerkContext, body: unknown) => Response | Promise<Response>
}

export function sharedOrganizationRoutes(routes: Hono<Env>, services: Services, api: Api): void {
  const { store } = services
  const { audience, organizationOf, memberNotFound, reply } = api
  const shownOrganization = (organization: Organization) => organizationJson(services, organization, audience)
  const shownMember = (membership: Membership) => membershipJson(services, membership, audience)
  const shownInvitation = (invitation: Invitation) => invitationJson(services, invitation, audience)
  const managed = (c: ClerkContext): Membership => {
    const organization = organizationOf(c, 'org:sys_memberships:manage')
    const membership = membershipOf(services, organization.id, c.req.param('user') ?? '')
    if (!membership) throw memberNotFound()
    return membership
  }

  routes.get('/organizations/:organization', (c) => reply(c, shownOrganization(organizationOf(c))))

  routes.patch('/organizations/:organization', (c) => {
    const { id } = organizationOf(c, 'org:sys_profile:manage')
    const { body } = c.var
    const settings = () => (audience === 'backend' ? readSettings(body) : {})
    const update = () => updateOrganization(services, id, { ...readProfile(services, body, id), ...settings() })
    return reply(c, shownOrganization(store.transaction(update)))
  })

  routes.delete('/organizations/:organization', (c) => {
    const organization = organizationOf(c, 'org:sys_profile:delete')
    store.transaction(() => deleteOrganization(services, organization))
    const { id, slug } = organization
    return reply(c, { object: 'organization', id, slug, deleted: true })
  })

  routes.get('/organizations/:organization/memberships', (c) => {
    const { id } = organizationOf(c, 'org:sys_memberships:read')
    const users = audience === 'backend' ? queryValues(c, 'user_id') : []
    const members = membersOf(services, id, c.req.query('query'), queryValues(c, 'role'))
    const wanted = members.filter(({ userId }) => users.length === 0 || users.includes(userId))
    return reply(c, page(c, wanted, shownMember))
  })

  routes.patch('/organizations/:organization/memberships/:user', (c) => {
    const role = readRole(services, c.var.body)
    return reply(c, shownMember(store.transaction(() => updateMember(services, managed(c), { role }))))
  })

  routes.delete('/organizations/:organization/memberships/:user', (c) => {
    const membership = managed(c)
    const removed = shownMember(membership)
    store.transaction(() => removeMember(services, membership))
    return reply(c, removed)
  })

  routes.get('/organizations/:organization/invitations', (c) => {
    const organization = organizationOf(c, 'org:sys_memberships:manage')
    return reply(c, page(c, invitationsOf(services, organization, queryValues(c, 'status')), shownInvitation))
  })

  routes.post('/organizations/:organization/invitations/:invitation/revoke', (c) => {
    const organization = organizationOf(c, 'org:sys_memberships:manage')
    const revoke = () => revokeInvitation(services, organization, c.req.param('invitation'))
    return reply(c, shownInvitation(store.transaction(revoke)))
  })
}
