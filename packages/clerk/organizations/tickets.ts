import { Hono } from 'hono'
import { ClerkError } from '../errors.ts'
import { userByAddress } from '../factors/emails.ts'
import { currentSession } from '../http/cookies.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import type { Settings } from '../settings.ts'
import type { Invitation, User } from '../store/types.ts'
import { addMember, membershipOf } from './changes.ts'

/** What the visitor who followed an invitation's link has to do next: Clerk's `__clerk_status`. */
type TicketStatus = 'sign_in' | 'sign_up' | 'complete'

/** The link in an invitation's mail. It leads to this server, which finds out at the click whether the account exists by then. */
export const ticketUrl = ({ publicUrl }: Settings, ticket: string): string =>
  `${publicUrl}/v1/tickets/accept?ticket=${ticket}`

/** The pending invitation of a `__clerk_ticket`; undefined for a wrong, used, revoked or expired one. */
export function invitationOfTicket({ store, keys, clock }: Services, ticket: string): Invitation | undefined {
  const invitation = store.invitations.first('ticketHash', keys.hash('ticket', ticket))
  if (invitation?.status !== 'pending' || invitation.expiresAt <= clock.now()) return undefined
  return invitation
}

/** The error for a ticket without a pending invitation, with Clerk's code. */
export function ticketError({ store, keys }: Services, ticket: string): ClerkError {
  const status = store.invitations.first('ticketHash', keys.hash('ticket', ticket))?.status
  if (status === 'revoked') {
    return new ClerkError(400, 'organization_invitation_revoked_code', 'invitation has been revoked', {
      long: 'This invitation has been revoked and cannot be used anymore.',
    })
  }
  if (status === 'accepted') {
    return new ClerkError(400, 'organization_invitation_already_accepted', 'invitation has already been accepted', {
      long: 'This invitation has already been accepted. Sign in instead.',
    })
  }
  if (status) return new ClerkError(400, 'ticket_expired_code', 'The ticket has expired.')
  return new ClerkError(400, 'ticket_invalid_code', 'The ticket is invalid.')
}

/** Makes the user a member as the invitation says. To be called inside a transaction. Throws a ClerkError when the organization is full. */
export function acceptInvitation(services: Services, invitation: Invitation, user: User): void {
  const { store, clock, events } = services
  const organization = store.organizations.get(invitation.organizationId)
  if (!organization) throw new Error(`invitation ${invitation.id} leads nowhere`)
  const accepted = store.invitations.put({
    ...invitation,
    status: 'accepted',
    userId: user.id,
    updatedAt: clock.now(),
  })
  events.emit({ type: 'organizationInvitation.accepted', invitation: accepted })
  if (membershipOf(services, organization.id, user.id)) return
  const { role, publicMetadata, privateMetadata } = invitation
  addMember(services, organization, user, role, { publicMetadata, privateMetadata })
}

/**
 * `GET /tickets/accept?ticket=`, the link in invitations. Redirects to the page to sign up or to sign in; a browser that is signed in as the
 * invited user becomes a member at once and goes to the home page.
 */
export function ticketRoutes(services: Services): Hono<Env> {
  const { signIn, signUp, home } = services.instance.pages
  const pages: Record<TicketStatus, string> = { sign_in: signIn, sign_up: signUp, complete: home }
  const routes = new Hono<Env>()
  routes.get('/tickets/accept', (c) => {
    const ticket = c.req.query('ticket') ?? ''
    const invitation = invitationOfTicket(services, ticket)
    const status = invitation ? redeem(services, c, invitation) : 'sign_in'
    const target = new URL(invitation?.redirectUrl ?? pages[status], services.settings.siteOrigin)
    target.searchParams.set('__clerk_status', status)
    if (status !== 'complete') target.searchParams.set('__clerk_ticket', ticket)
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    return c.redirect(target.href, 303)
  })
  return routes
}

function redeem(services: Services, c: ClerkContext, invitation: Invitation): TicketStatus {
  const { store } = services
  const user = userByAddress(store, invitation.emailAddress)
  if (!user) return 'sign_up'
  const session = c.var.client && currentSession(services, c.var.client)
  if (session?.userId !== user.id) return 'sign_in'
  store.transaction(() => acceptInvitation(services, invitation, user))
  return 'complete'
}
