import type { Services } from '../http/services.ts'
import type { Session } from '../store/types.ts'
import { factorCheckJson, firstFactors, secondFactors } from './factor.ts'
import { sessionJson } from './session.ts'

/** A reverification with its session, which carries a token of the new ages. Throws when there is none. */
export function sessionVerificationJson(services: Services, session: Session) {
  const { verification } = session
  const user = services.store.users.get(session.userId)
  if (!verification || !user) throw new Error('a session without a verification')
  const now = services.clock.now()
  const seconds = secondFactors(user)
  return {
    object: 'session_verification',
    id: verification.id,
    status: verification.status,
    level: verification.level,
    session: sessionJson(services, session),
    supported_first_factors: firstFactors(user, services.store.emails.where('userId', user.id)),
    supported_second_factors: seconds.length > 0 ? seconds : null,
    first_factor_verification: factorCheckJson(verification.firstFactor, now),
    second_factor_verification: factorCheckJson(verification.secondFactor, now),
  }
}
