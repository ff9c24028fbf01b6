import { LOCKOUT } from '../limits.ts'
import type { Instance } from '../instance.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../store/store.ts'
import type { EmailAddress, User } from '../store/types.ts'
import { type Audience, avatarUrl } from './public-user.ts'
import { membershipJson } from './organization.ts'

type Sources = { store: Store; settings: Settings; instance: Instance }

/** A user as they see themselves (`frontend`), or as the holder of the secret key sees them. `now` by the server's clock. */
export function userJson(sources: Sources, user: User, audience: Audience, now: number) {
  const { store } = sources
  const secondFactor = user.totp?.verified === true
  return {
    id: user.id,
    object: 'user',
    username: null,
    first_name: user.firstName,
    last_name: user.lastName,
    locale: null,
    image_url: avatarUrl(sources.settings, 'users', user.id),
    has_image: false,
    primary_email_address_id: user.primaryEmailId,
    primary_phone_number_id: null,
    primary_web3_wallet_id: null,
    password_enabled: user.passwordHash !== null,
    two_factor_enabled: secondFactor,
    totp_enabled: secondFactor,
    backup_code_enabled: secondFactor && (user.backupCodes?.hashes.length ?? 0) > 0,
    email_addresses: store.emails.where('userId', user.id).map((email) => emailJson(email)),
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
    mfa_enabled_at: secondFactor ? user.totp!.updatedAt : null,
    mfa_disabled_at: null,
    legal_accepted_at: null,
    ...(audience === 'backend' ? backendFields(user, now) : { organization_memberships: memberships(sources, user) }),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  }
}

function backendFields(user: User, now: number) {
  const locked = user.lockedUntil !== null && user.lockedUntil > now
  return {
    private_metadata: user.privateMetadata,
    banned: user.banned,
    locked,
    lockout_expires_in_seconds: locked ? Math.ceil((user.lockedUntil! - now) / 1000) : null,
    verification_attempts_remaining: locked ? 0 : Math.max(0, LOCKOUT.maxAttempts - user.failedAttempts),
  }
}

const memberships = (sources: Sources, user: User) =>
  sources.store.memberships
    .where('userId', user.id)
    .map((membership) => membershipJson(sources, membership, 'frontend'))

export function emailJson(email: EmailAddress) {
  return {
    id: email.id,
    object: 'email_address',
    email_address: email.address,
    reserved: false,
    verification: emailVerification(email),
    linked_to: [],
    matches_sso_connection: false,
    created_at: email.createdAt,
    updated_at: email.updatedAt,
  }
}

function emailVerification({ verified, code }: EmailAddress) {
  if (!verified && !code) return null
  return {
    object: 'verification_email_code',
    status: verified ? 'verified' : 'unverified',
    strategy: 'email_code',
    attempts: code?.attempts ?? 0,
    expire_at: code?.expiresAt ?? null,
  }
}
