import type { Services } from '../http/services.ts'
import type { SignIn, User } from '../store/types.ts'
import { factorCheckJson, firstFactors, resetFactors, secondFactors } from './factor.ts'
import { publicUserDataJson } from './public-user.ts'
import { LIFETIMES } from '../limits.ts'

export function signInJson(services: Services, signIn: SignIn) {
  const { store, clock } = services
  const user = signIn.userId === null ? undefined : store.users.get(signIn.userId)
  const now = clock.now()
  return {
    object: 'sign_in',
    id: signIn.id,
    status: signIn.status,
    supported_identifiers: ['email_address'],
    identifier: signIn.identifier,
    user_data: user ? userData(services, user) : null,
    supported_first_factors: user ? allFirstFactors(services, user) : null,
    supported_second_factors: user && signIn.status === 'needs_second_factor' ? secondFactors(user) : null,
    first_factor_verification: factorCheckJson(signIn.firstFactor, now),
    second_factor_verification: factorCheckJson(signIn.secondFactor, now),
    created_session_id: signIn.createdSessionId,
    abandon_at: signIn.createdAt + LIFETIMES.signIn,
    created_at: signIn.createdAt,
    updated_at: signIn.updatedAt,
  }
}

function allFirstFactors({ store }: Services, user: User) {
  const emails = store.emails.where('userId', user.id)
  return [...firstFactors(user, emails), ...resetFactors(user, emails)]
}

function userData(services: Services, user: User) {
  const { first_name, last_name, image_url, has_image } = publicUserDataJson(services, user)
  return { first_name, last_name, image_url, has_image }
}
