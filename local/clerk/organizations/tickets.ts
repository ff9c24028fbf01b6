import type { Services } from '../http/services.ts'
import type { Invitation, User } from '../store/types.ts'

/** The pending invitation that a `__clerk_ticket` stands for; undefined for a wrong, used, revoked or expired one. */
export function invitationOfTicket({ store, keys, clock }: Services, ticket: string): Invitation | undefined {
  const invitation = store.invitations.first('ticketHash', keys.hash('ticket', ticket))
  if (invitation?.status !== 'pending' || invitation.expiresAt <= clock.now()) return undefined
  return invitation
}

/** Makes the user a member as the invitation says. To be called inside a transaction. Throws a ClerkError when it cannot. */
export function acceptInvitation(_services: Services, _invitation: Invitation, _user: User): void {
  throw new Error('not written yet')
}
