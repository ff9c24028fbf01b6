import { newEmail, assertAddressFree } from '../factors/emails.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { acceptInvitation } from '../organizations/tickets.ts'
import { missingFields } from '../resources/sign-up.ts'
import { beginSession } from '../sessions/begin.ts'
import type { SignUp, User } from '../store/types.ts'
import { createUser, newUser } from '../users/create.ts'

/** Creates the account and signs it in, once nothing is missing. Call it in a transaction. */
export function completeIfReady(services: Services, c: ClerkContext, signUp: SignUp): SignUp {
  if (signUp.status !== 'missing_requirements' || missingFields(signUp).length > 0 || !signUp.emailVerified) {
    return signUp
  }
  const { store, clock } = services
  // Another sign-up may have verified the same address in the meantime.
  assertAddressFree(store, signUp.emailAddress!)
  const user = createUser(services, userOf(services, signUp), [newEmail(services, '', signUp.emailAddress!, true)])
  const invitation = signUp.invitationId === null ? undefined : store.invitations.get(signUp.invitationId)
  if (invitation?.status === 'pending') acceptInvitation(services, invitation, user)
  const strategy = invitation ? 'ticket' : 'email_code'
  const session = beginSession(services, c, user, { clientId: signUp.clientId, strategy, secondFactor: false })
  return store.signUps.put({
    ...signUp,
    status: 'complete',
    passwordHash: null,
    createdUserId: user.id,
    createdSessionId: session.id,
    updatedAt: clock.now(),
  })
}

function userOf(services: Services, signUp: SignUp): User {
  return {
    ...newUser(services, newId('user')),
    firstName: signUp.firstName || null,
    lastName: signUp.lastName || null,
    passwordHash: signUp.passwordHash,
    passwordUpdatedAt: services.clock.now(),
    unsafeMetadata: signUp.unsafeMetadata,
  }
}
