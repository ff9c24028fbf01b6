import { listSecondFactors } from '../model/factors.ts'
import {
  findActiveOrganization,
  getCurrentSession,
  getFactorAges,
  isLive,
  listLiveSessions,
} from '../model/sessions.ts'
import { mintSessionToken } from '../model/tokens.ts'
import { CODE_LIMITS, LIFETIMES } from '../services/limits.ts'
import type { Services } from '../services/services.ts'
import type { Client, EmailAddress, FactorCheck, Session, SignIn, SignUp, User } from '../services/store.ts'
import { toPublicUserDataJson, toTimestampsJson, toUserJson } from './user.ts'

export async function toClientJson(services: Services, client: Client) {
  const signIn = client.signInId === null ? undefined : services.store.signIns.get(client.signInId)
  const signUp = client.signUpId === null ? undefined : services.store.signUps.get(client.signUpId)
  return {
    object: 'client',
    id: client.id,
    sessions: await Promise.all(listLiveSessions(services, client).map((session) => toSessionJson(services, session))),
    sign_in: signIn ? toSignInJson(services, signIn) : null,
    sign_up: signUp ? toSignUpJson(services, signUp) : null,
    last_active_session_id: getCurrentSession(services, client)?.id ?? null,
    last_authentication_strategy: client.lastStrategy,
    cookie_expires_at: null,
    captcha_bypass: true,
    ...toTimestampsJson(client),
  }
}

export async function toSessionJson(services: Services, session: Session) {
  const now = services.clock.now()
  const user = services.store.users.get(session.userId)
  const token = isLive(session, now) ? await mintSessionToken(services, session) : null
  return {
    ...toBaseJson(services, session),
    tasks: null,
    factor_verification_age: getFactorAges(session, now),
    user: user ? toUserJson(services, user, 'frontend', now) : null,
    public_user_data: user ? toPublicUserDataJson(services, user) : null,
    last_active_token: token ? { object: 'token', jwt: token } : null,
  }
}

export function toBackendSessionJson(services: Services, session: Session) {
  return {
    ...toBaseJson(services, session),
    client_id: session.clientId,
    user_id: session.userId,
    latest_activity: toActivityJson(session),
  }
}

export function toActivityJson({ id, activity }: Session) {
  return {
    object: 'session_activity',
    id: `sess_activity_${id.replace(/^sess_/, '')}`,
    browser_name: activity.browserName,
    browser_version: activity.browserVersion,
    device_type: activity.deviceType,
    is_mobile: activity.isMobile,
    ip_address: activity.ipAddress,
    city: describeLocation(activity.ipAddress),
    country: null,
  }
}

const LOOPBACK_IP_PATTERN = /^(?:::1|(?:::ffff:)?127\.)/
const PRIVATE_IP_PATTERN =
  /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^f[cd][0-9a-f]{2}:|^fe80:/i

/**
 * Describes the location of an address, which Clerk finds by geolocation. The name is never empty, because Clerk's
 * device list would show empty brackets.
 */
export function describeLocation(ipAddress: string | null): string {
  if (ipAddress && LOOPBACK_IP_PATTERN.test(ipAddress)) return 'This machine'
  return ipAddress && PRIVATE_IP_PATTERN.test(ipAddress) ? 'Local network' : 'Unknown place'
}

const toBaseJson = (services: Services, session: Session) => ({
  object: 'session',
  id: session.id,
  status: session.status === 'active' && !isLive(session, services.clock.now()) ? 'expired' : session.status,
  expire_at: session.expireAt,
  abandon_at: session.abandonAt,
  last_active_at: session.lastActiveAt,
  last_active_organization_id: findActiveOrganization(services, session)?.organization.id ?? null,
  actor: null,
  ...toTimestampsJson(session),
})

export async function toSessionVerificationJson(services: Services, session: Session) {
  const { verification } = session
  const user = services.store.users.get(session.userId)
  if (!verification || !user) throw new Error('the session has no verification or no user')
  const now = services.clock.now()
  const seconds = listSecondFactors(user)
  return {
    object: 'session_verification',
    id: verification.id,
    status: verification.status,
    level: verification.level,
    session: await toSessionJson(services, session),
    supported_first_factors: listFirstFactors(user, services.store.emails.where('userId', user.id)),
    supported_second_factors: seconds.length > 0 ? seconds : null,
    first_factor_verification: toFactorCheckJson(verification.firstFactor, now),
    second_factor_verification: toFactorCheckJson(verification.secondFactor, now),
  }
}

export function toSignInJson(services: Services, signIn: SignIn) {
  const { store, clock } = services
  const user = signIn.userId === null ? undefined : store.users.get(signIn.userId)
  const now = clock.now()
  return {
    object: 'sign_in',
    id: signIn.id,
    status: signIn.status,
    supported_identifiers: ['email_address'],
    identifier: signIn.identifier,
    user_data: user ? toUserData(services, user) : null,
    supported_first_factors: user ? listAllFirstFactors(services, user) : null,
    supported_second_factors: user && signIn.status === 'needs_second_factor' ? listSecondFactors(user) : null,
    first_factor_verification: toFactorCheckJson(signIn.firstFactor, now),
    second_factor_verification: toFactorCheckJson(signIn.secondFactor, now),
    created_session_id: signIn.createdSessionId,
    abandon_at: signIn.createdAt + LIFETIMES.signIn,
    ...toTimestampsJson(signIn),
  }
}

function listAllFirstFactors({ store }: Services, user: User) {
  const emails = store.emails.where('userId', user.id)
  return [...listFirstFactors(user, emails), ...listResetFactors(user, emails)]
}

function toUserData(services: Services, user: User) {
  const { first_name, last_name, image_url, has_image } = toPublicUserDataJson(services, user)
  return { first_name, last_name, image_url, has_image }
}

export function toSignUpJson({ clock }: Services, signUp: SignUp) {
  const unverified = signUp.emailAddress !== null && !signUp.emailVerified
  return {
    object: 'sign_up',
    id: signUp.id,
    status: signUp.status,
    required_fields: ['email_address', 'password'],
    optional_fields: ['first_name', 'last_name'],
    missing_fields: listMissingFields(signUp),
    unverified_fields: unverified ? ['email_address'] : [],
    verifications: {
      email_address: signUp.emailAddress === null ? null : buildEmailVerification(signUp, clock.now()),
      phone_number: null,
      web3_wallet: null,
      external_account: null,
    },
    username: null,
    email_address: signUp.emailAddress,
    phone_number: null,
    web3_wallet: null,
    password_enabled: signUp.passwordHash !== null,
    has_password: signUp.passwordHash !== null,
    first_name: signUp.firstName,
    last_name: signUp.lastName,
    unsafe_metadata: signUp.unsafeMetadata,
    public_metadata: {},
    custom_action: false,
    external_id: null,
    created_session_id: signUp.createdSessionId,
    created_user_id: signUp.createdUserId,
    abandon_at: signUp.createdAt + LIFETIMES.signUp,
    legal_accepted_at: null,
    locale: signUp.locale,
  }
}

export const listMissingFields = (signUp: SignUp): string[] => [
  ...(signUp.emailAddress === null ? ['email_address'] : []),
  ...(signUp.passwordHash === null ? ['password'] : []),
]

/** Status and strategy must be null until a code is requested. Otherwise Clerk's form never requests a code. */
function buildEmailVerification({ emailVerified, emailCheck }: SignUp, now: number) {
  const check = toFactorCheckJson(emailCheck, now) ?? { object: 'verification', status: null, strategy: null }
  return {
    ...check,
    ...(emailVerified && { status: 'verified', strategy: check.strategy ?? 'ticket' }),
    next_action: emailVerified ? '' : emailCheck ? 'needs_attempt' : 'needs_prepare',
    supported_strategies: ['email_code'],
  }
}

/** Returns the check as JSON, or null before the first attempt. `now` is the server's clock. */
function toFactorCheckJson(check: FactorCheck | null, now: number) {
  if (!check) return null
  const { code } = check
  const expired = check.status === 'unverified' && code !== null && code.expiresAt <= now
  return {
    object: check.code ? 'verification_email_code' : 'verification',
    status: expired ? 'expired' : check.status,
    strategy: check.strategy,
    attempts: code?.attempts ?? 0,
    expire_at: code?.expiresAt ?? now + CODE_LIMITS.lifetime,
  }
}

function listFirstFactors(user: User, emails: readonly EmailAddress[]) {
  const verified = emails.filter((email) => email.verified)
  return [
    ...(user.passwordHash === null ? [] : [{ strategy: 'password' }]),
    ...verified.map((email) => buildEmailFactor('email_code', user, email)),
  ]
}

const listResetFactors = (user: User, emails: readonly EmailAddress[]) =>
  emails.filter((email) => email.verified).map((email) => buildEmailFactor('reset_password_email_code', user, email))

const buildEmailFactor = (strategy: string, user: User, email: EmailAddress) => ({
  strategy,
  email_address_id: email.id,
  safe_identifier: email.address,
  primary: email.id === user.primaryEmailId,
})
