import { ClerkError } from '../errors.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { FRESH_MINUTES } from '../limits.ts'
import { secondFactors } from '../resources/factor.ts'
import { factorAges } from '../tokens/claims.ts'

/**
 * Throws unless the user verified a factor in the last minutes: the second one if they have one. Clerk's components react to this error with
 * a reverification. For routes behind `signedIn`.
 */
export function requireFreshFactor({ clock }: Services, c: ClerkContext): void {
  const [first, second] = factorAges(c.var.session, clock.now())
  const hasSecond = secondFactors(c.var.user).length > 0
  const age = hasSecond ? second : first
  if (age >= 0 && age < FRESH_MINUTES) return
  const level = hasSecond ? 'second_factor' : 'first_factor'
  throw new ClerkError(403, 'session_reverification_required', 'Additional verification required', {
    long: 'You need to provide additional verification to perform this operation',
    extra: {
      clerk_error: {
        type: 'forbidden',
        reason: 'reverification-error',
        metadata: { reverification: { level, afterMinutes: FRESH_MINUTES } },
      },
    },
  })
}
