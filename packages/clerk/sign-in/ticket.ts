import { ClerkError } from '../errors.ts'
import { assertNotLocked } from '../factors/lockout.ts'
import { userByAddress } from '../factors/emails.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { acceptInvitation, invitationOfTicket, ticketError } from '../organizations/tickets.ts'
import { primaryEmail } from '../resources/public-user.ts'
import type { SignIn, User } from '../store/types.ts'
import { afterFirstFactor, completeSignIn } from './complete.ts'
import { storeSignIn } from './create.ts'

/** Signs in with a sign-in token of the Backend API, or with an invitation's ticket. */
export function redeemTicket(services: Services, c: ClerkContext, ticket: string): SignIn {
  return services.store.transaction(() => {
    const byToken = redeemToken(services, ticket)
    const user = byToken ?? redeemInvitation(services, ticket)
    assertNotLocked(services, user)
    const identifier = primaryEmail(services.store, user)?.address ?? null
    const signIn = storeSignIn(services, c, { status: 'needs_first_factor', identifier, userId: user.id })
    // A sign-in token comes from the site's own server; a mailed ticket verifies the first factor only.
    return byToken ? completeSignIn(services, c, signIn, 'ticket') : afterFirstFactor(services, c, signIn, 'ticket')
  })
}

function redeemToken({ store, keys, clock }: Services, ticket: string): User | undefined {
  const token = store.signInTokens.first('secretHash', keys.hash('ticket', ticket))
  if (token?.status !== 'pending' || token.expiresAt <= clock.now()) return undefined
  store.signInTokens.put({ ...token, status: 'accepted', updatedAt: clock.now() })
  return store.users.get(token.userId)
}

function redeemInvitation(services: Services, ticket: string): User {
  const invitation = invitationOfTicket(services, ticket)
  if (!invitation) throw ticketError(services, ticket)
  const user = userByAddress(services.store, invitation.emailAddress)
  if (!user) {
    throw new ClerkError(400, 'invitation_account_not_exists', 'There is no account for this invitation', {
      long: 'No account with the address of this invitation exists. Sign up instead.',
    })
  }
  acceptInvitation(services, invitation, user)
  return user
}
