import { notFound } from '../errors.ts'
import { assertNotLocked } from '../factors/lockout.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { secondFactors } from '../resources/factor.ts'
import { beginSession } from '../sessions/begin.ts'
import type { SignIn } from '../store/types.ts'

/** Continues with the second factor if the user has one; otherwise completes the sign-in. */
export function afterFirstFactor(services: Services, c: ClerkContext, signIn: SignIn, strategy: string): SignIn {
  const { store, clock } = services
  const user = store.users.get(signIn.userId!)
  if (!user) throw notFound('User')
  const firstFactor = { status: 'verified' as const, strategy, emailId: null, code: null }
  const passed = { ...signIn, firstFactor, updatedAt: clock.now() }
  if (secondFactors(user).length === 0) return completeSignIn(services, c, passed, strategy)
  return store.signIns.put({ ...passed, status: 'needs_second_factor' })
}

/** Signs in. Throws when the account was locked or banned in the meantime. */
export function completeSignIn(services: Services, c: ClerkContext, signIn: SignIn, strategy: string): SignIn {
  const { store, clock } = services
  return store.transaction(() => {
    const user = store.users.get(signIn.userId!)
    if (!user) throw notFound('User')
    assertNotLocked(services, user)
    const secondFactor = signIn.secondFactor?.status === 'verified'
    const session = beginSession(services, c, user, { clientId: signIn.clientId, strategy, secondFactor })
    return store.signIns.put({
      ...signIn,
      status: 'complete',
      createdSessionId: session.id,
      updatedAt: clock.now(),
    })
  })
}
