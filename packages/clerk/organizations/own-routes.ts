import { Hono } from 'hono'
import { respond } from '../http/responses.ts'
import { page, queryValues } from '../http/query.ts'
import type { Env, Services } from '../http/services.ts'
import { membershipJson } from '../resources/organization.ts'
import { avatarUrl } from '../resources/public-user.ts'
import type { Invitation } from '../store/types.ts'
import { membershipOf, removeMember } from './changes.ts'
import { invitationNotFound, organizationNotFound } from './errors.ts'
import { invitationsFor } from './invitations.ts'
import { acceptInvitation } from './tickets.ts'

/** `/me/…`: the signed-in user's own memberships and invitations. */
export function ownRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()

  routes.get('/me/organization_memberships', (c) => {
    const { data, total_count } = page(c, store.memberships.where('userId', c.var.user.id))
    return respond(services, c, {
      data: data.map((membership) => membershipJson(services, membership, 'frontend')),
      total_count,
    })
  })

  routes.delete('/me/organization_memberships/:organization', (c) => {
    const membership = membershipOf(services, c.req.param('organization'), c.var.user.id)
    if (!membership) throw organizationNotFound()
    store.transaction(() => removeMember(services, membership))
    return respond(services, c, { object: 'organization_membership', id: membership.id, deleted: true })
  })

  routes.get('/me/organization_invitations', (c) => {
    const { data, total_count } = page(c, invitationsFor(services, c.var.user, queryValues(c, 'status')))
    return respond(services, c, { data: data.map((item) => ownInvitationJson(services, item)), total_count })
  })

  routes.post('/me/organization_invitations/:invitation/accept', (c) => {
    const id = c.req.param('invitation')
    const accepted = store.transaction(() => {
      const invitation = invitationsFor(services, c.var.user, ['pending']).find((item) => item.id === id)
      if (!invitation) throw invitationNotFound(id)
      acceptInvitation(services, invitation, c.var.user)
      return { ...invitation, status: 'accepted' as const }
    })
    return respond(services, c, ownInvitationJson(services, accepted))
  })

  // Always empty: suggestions come from verified domains, which are not supported.
  routes.get('/me/organization_suggestions', (c) => respond(services, c, { data: [], total_count: 0 }))
  return routes
}

/** An invitation as the invited user sees it. */
export function ownInvitationJson({ store, settings }: Services, invitation: Invitation) {
  const { id, emailAddress, role, status, publicMetadata, createdAt, updatedAt } = invitation
  const organization = store.organizations.get(invitation.organizationId)
  if (!organization) throw new Error(`invitation ${id} leads nowhere`)
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
      image_url: avatarUrl(settings, 'organizations', organization.id),
    },
    public_metadata: publicMetadata,
    role,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
