import type { Services } from '../http/services.ts'
import { LIFETIMES } from '../limits.ts'
import type { SignUp } from '../store/types.ts'
import { factorCheckJson } from './factor.ts'

export function signUpJson({ clock }: Services, signUp: SignUp) {
  const unverified = signUp.emailAddress !== null && !signUp.emailVerified
  return {
    object: 'sign_up',
    id: signUp.id,
    status: signUp.status,
    required_fields: ['email_address', 'password'],
    optional_fields: ['first_name', 'last_name'],
    missing_fields: missingFields(signUp),
    unverified_fields: unverified ? ['email_address'] : [],
    verifications: {
      email_address: signUp.emailAddress === null ? null : emailVerification(signUp, clock.now()),
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

export const missingFields = (signUp: SignUp): string[] => [
  ...(signUp.emailAddress === null ? ['email_address'] : []),
  ...(signUp.passwordHash === null ? ['password'] : []),
]

/** Before a code was requested, status and strategy must be null: otherwise Clerk's form never requests one. */
function emailVerification({ emailVerified, emailCheck }: SignUp, now: number) {
  const check = factorCheckJson(emailCheck, now) ?? { object: 'verification', status: null, strategy: null }
  return {
    ...check,
    ...(emailVerified && { status: 'verified', strategy: check.strategy ?? 'ticket' }),
    next_action: emailVerified ? '' : emailCheck ? 'needs_attempt' : 'needs_prepare',
    supported_strategies: ['email_code'],
  }
}
