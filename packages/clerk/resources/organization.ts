import type { Instance } from '../instance.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../store/store.ts'
import type { Invitation, Membership, Organization } from '../store/types.ts'
import { type Audience, avatarUrl, publicUserDataJson } from './public-user.ts'

type Sources = { store: Store; settings: Settings; instance: Instance }

/** An organization with the current numbers of members and invitations. */
export function organizationJson({ store, settings }: Sources, organization: Organization, audience: Audience) {
  const invitations = store.invitations.where('organizationId', organization.id)
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    image_url: avatarUrl(settings, 'organizations', organization.id),
    logo_url: null,
    has_image: false,
    members_count: store.memberships.countWhere('organizationId', organization.id),
    pending_invitations_count: invitations.filter(({ status }) => status === 'pending').length,
    max_allowed_memberships: organization.maxAllowedMemberships,
    admin_delete_enabled: true,
    public_metadata: organization.publicMetadata,
    ...(audience === 'backend' && {
      private_metadata: organization.privateMetadata,
      created_by: organization.createdBy,
    }),
    created_at: organization.createdAt,
    updated_at: organization.updatedAt,
  }
}

/** A membership with its organization and the public part of its user. Throws when either does not exist. */
export function membershipJson(sources: Sources, membership: Membership, audience: Audience) {
  const organization = sources.store.organizations.get(membership.organizationId)
  const user = sources.store.users.get(membership.userId)
  if (!organization || !user) throw new Error(`membership ${membership.id} leads nowhere`)
  return {
    object: 'organization_membership',
    id: membership.id,
    role: membership.role,
    role_name: sources.instance.roleOf(membership.role)?.name ?? membership.role,
    permissions: sources.instance.effectivePermissions(membership.role, organization.plan),
    public_metadata: membership.publicMetadata,
    ...(audience === 'backend' && { private_metadata: membership.privateMetadata }),
    organization: organizationJson(sources, organization, audience),
    public_user_data: publicUserDataJson(sources, user),
    created_at: membership.createdAt,
    updated_at: membership.updatedAt,
  }
}

/** An invitation as the organization that sent it sees it. */
export function invitationJson({ instance }: Pick<Sources, 'instance'>, invitation: Invitation, audience: Audience) {
  return {
    object: 'organization_invitation',
    id: invitation.id,
    email_address: invitation.emailAddress,
    organization_id: invitation.organizationId,
    inviter_id: invitation.inviterId,
    role: invitation.role,
    role_name: instance.roleOf(invitation.role)?.name ?? invitation.role,
    status: invitation.status,
    url: null,
    expires_at: invitation.expiresAt,
    public_metadata: invitation.publicMetadata,
    ...(audience === 'backend' && { private_metadata: invitation.privateMetadata }),
    created_at: invitation.createdAt,
    updated_at: invitation.updatedAt,
  }
}
