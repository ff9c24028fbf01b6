import { getPrimaryEmail } from '../model/emails.ts'
import type { Instance, Settings } from '../services/config.ts'
import { LOCKOUT } from '../services/limits.ts'
import type { EmailAddress, Invitation, Membership, Organization, Store, User } from '../services/store.ts'

type Sources = { store: Store; settings: Settings; instance: Instance }

export function toUserJson(sources: Sources, user: User, audience: Audience, now: number) {
  const { store } = sources
  const isTotpEnabled = user.totp?.verified === true
  return {
    id: user.id,
    object: 'user',
    username: null,
    first_name: user.firstName,
    last_name: user.lastName,
    locale: null,
    image_url: buildAvatarUrl(sources.settings, 'users', user.id),
    has_image: false,
    primary_email_address_id: user.primaryEmailId,
    primary_phone_number_id: null,
    primary_web3_wallet_id: null,
    password_enabled: user.passwordHash !== null,
    two_factor_enabled: isTotpEnabled,
    totp_enabled: isTotpEnabled,
    backup_code_enabled: isTotpEnabled && (user.backupCodes?.hashes.length ?? 0) > 0,
    email_addresses: store.emails.where('userId', user.id).map((email) => toEmailJson(email)),
    phone_numbers: [],
    web3_wallets: [],
    passkeys: [],
    external_accounts: [],
    saml_accounts: [],
    enterprise_accounts: [],
    password_last_updated_at: user.passwordUpdatedAt,
    public_metadata: user.publicMetadata,
    unsafe_metadata: user.unsafeMetadata,
    external_id: user.externalId,
    last_sign_in_at: user.lastSignInAt,
    last_active_at: user.lastActiveAt,
    delete_self_enabled: true,
    create_organization_enabled: true,
    create_organizations_limit: null,
    mfa_enabled_at: isTotpEnabled ? user.totp!.updatedAt : null,
    mfa_disabled_at: null,
    legal_accepted_at: null,
    ...(audience === 'backend'
      ? buildBackendFields(user, now)
      : { organization_memberships: listMembershipsJson(sources, user) }),
    ...toTimestampsJson(user),
  }
}

function buildBackendFields(user: User, now: number) {
  const isLocked = user.lockedUntil !== null && user.lockedUntil > now
  return {
    private_metadata: user.privateMetadata,
    banned: user.banned,
    locked: isLocked,
    lockout_expires_in_seconds: isLocked ? Math.ceil((user.lockedUntil! - now) / 1000) : null,
    verification_attempts_remaining: isLocked ? 0 : Math.max(0, LOCKOUT.maxAttempts - user.failedAttempts),
  }
}

const listMembershipsJson = (sources: Sources, user: User) =>
  sources.store.memberships
    .where('userId', user.id)
    .map((membership) => toMembershipJson(sources, membership, 'frontend'))

export const toTimestampsJson = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  created_at: createdAt,
  updated_at: updatedAt,
})

export function toEmailJson(email: EmailAddress) {
  return {
    id: email.id,
    object: 'email_address',
    email_address: email.address,
    reserved: false,
    verification: buildEmailVerification(email),
    linked_to: [],
    matches_sso_connection: false,
    ...toTimestampsJson(email),
  }
}

function buildEmailVerification({ verified, code }: EmailAddress) {
  if (!verified && !code) return null
  return {
    object: 'verification_email_code',
    status: verified ? 'verified' : 'unverified',
    strategy: 'email_code',
    attempts: code?.attempts ?? 0,
    expire_at: code?.expiresAt ?? null,
  }
}

/** Audience of a response. Only `backend` receives private metadata. */
export type Audience = 'frontend' | 'backend'

export function toPublicUserDataJson({ store, settings }: Omit<Sources, 'instance'>, user: User) {
  return {
    user_id: user.id,
    identifier: getPrimaryEmail(store, user)?.address ?? '',
    first_name: user.firstName,
    last_name: user.lastName,
    image_url: buildAvatarUrl(settings, 'users', user.id),
    profile_image_url: buildAvatarUrl(settings, 'users', user.id),
    has_image: false,
  }
}

export const buildAvatarUrl = (settings: Settings, kind: 'users' | 'organizations', id: string): string =>
  `${settings.publicUrl}/v1/avatars/${kind}/${id}.svg`

export function toOrganizationJson({ store, settings }: Sources, organization: Organization, audience: Audience) {
  const invitations = store.invitations.where('organizationId', organization.id)
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    image_url: buildAvatarUrl(settings, 'organizations', organization.id),
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
    ...toTimestampsJson(organization),
  }
}

export function toMembershipJson(sources: Sources, membership: Membership, audience: Audience) {
  const organization = sources.store.organizations.get(membership.organizationId)
  const user = sources.store.users.get(membership.userId)
  if (!organization || !user) throw new Error(`membership ${membership.id} refers to a missing record`)
  return {
    object: 'organization_membership',
    id: membership.id,
    role: membership.role,
    role_name: sources.instance.roleOf(membership.role)?.name ?? membership.role,
    permissions: sources.instance.effectivePermissions(membership.role, organization.plan),
    public_metadata: membership.publicMetadata,
    ...(audience === 'backend' && { private_metadata: membership.privateMetadata }),
    organization: toOrganizationJson(sources, organization, audience),
    public_user_data: toPublicUserDataJson(sources, user),
    ...toTimestampsJson(membership),
  }
}

export function toInvitationJson({ instance }: Pick<Sources, 'instance'>, invitation: Invitation, audience: Audience) {
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
    ...toTimestampsJson(invitation),
  }
}
