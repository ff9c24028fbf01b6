import { ClerkError } from '../errors.ts'
import type { Services } from '../http/services.ts'
import { LOCKOUT } from '../limits.ts'
import type { User } from '../store/types.ts'

/**
 * Counts an attempt before it is checked, so that parallel attempts count as well. Throws `user_locked` when the account is locked. After a
 * correct attempt call `clearAttempts`, after a wrong one throw `failedAttemptError`.
 */
export function countAttempt(services: Services, userId: string): void {
  const { store, clock } = services
  store.transaction(() => {
    const user = store.users.get(userId)
    if (!user) return
    assertNotLocked(services, user)
    const served = user.lockedUntil !== null
    const failedAttempts = (served ? 0 : user.failedAttempts) + 1
    const lockedUntil = failedAttempts >= LOCKOUT.maxAttempts ? clock.now() + LOCKOUT.minutes * 60_000 : null
    store.users.put({ ...user, failedAttempts, lockedUntil })
  })
}

export function clearAttempts({ store }: Services, userId: string): void {
  store.transaction(() => {
    const user = store.users.get(userId)
    if (user && user.failedAttempts > 0) store.users.put({ ...user, failedAttempts: 0, lockedUntil: null })
  })
}

/** The error to throw after a wrong attempt: the given one, or `user_locked` when this attempt locked the account. */
export function failedAttemptError(services: Services, userId: string, error: Error): Error {
  const user = services.store.users.get(userId)
  return (user && lockedError(services, user)) ?? error
}

/** Throws when an account is locked or banned. */
export function assertNotLocked(services: Services, user: User): void {
  const locked = lockedError(services, user)
  if (locked) throw locked
  if (user.banned) {
    throw new ClerkError(403, 'user_banned', 'User banned', { long: 'Your account is banned.' })
  }
}

function lockedError({ clock }: Services, { lockedUntil }: User): ClerkError | undefined {
  const left = (lockedUntil ?? 0) - clock.now()
  if (left <= 0) return undefined
  const minutes = Math.ceil(left / 60_000)
  const again = minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
  return new ClerkError(403, 'user_locked', 'Account locked', {
    long: `Your account is locked. You will be able to try again ${again}. For more information, please contact support.`,
    meta: { lockout_expires_in_seconds: Math.ceil(left / 1000) },
  })
}
