import { generateRandomText } from '../../local-server/index.ts'
import type { Settings } from '../services/config.ts'
import {
  createAlreadyMemberError,
  ClerkError,
  createInvalidParamError,
  createInvitationNotFoundError,
} from '../services/errors.ts'
import { checkMetadataSize, LIFETIMES } from '../services/limits.ts'
import type { Services } from '../services/services.ts'
import { type Invitation, createRecord, type Organization, type User } from '../services/store.ts'
import { getPrimaryEmail, findUserByAddress } from './emails.ts'
import { buildInvitationMail } from './mails.ts'
import { addMember, assertMemberCapacity, findMembership } from './organizations.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type Invite = Pick<Invitation, 'emailAddress' | 'role'> &
  Partial<Pick<Invitation, 'inviterId' | 'redirectUrl' | 'publicMetadata' | 'privateMetadata'>> & {
    expiresInDays?: number
  }

/** Invites all addresses or none. @throws 400 for members and invited addresses, 403 if the organization is full */
export function createInvitations(services: Services, organization: Organization, invites: Invite[]): Invitation[] {
  const created = services.store.transaction(() => {
    expireInvitations(services, organization.id)
    assertInvitable(services, organization, invites)
    assertMemberCapacity(services, organization, invites.length)
    return invites.map((invite) => createInvitation(services, organization, invite))
  })
  for (const { invitation, ticket } of created) sendInvitationEmail(services, organization, invitation, ticket)
  return created.map(({ invitation }) => invitation)
}

function assertInvitable(services: Services, { id }: Organization, invites: Invite[]): void {
  const { store } = services
  const addresses = invites.map(({ emailAddress }) => emailAddress)
  const member = addresses.find((address) => {
    const user = findUserByAddress(store, address)
    return user && findMembership(services, id, user.id)
  })
  if (member !== undefined) throw createAlreadyMemberError(member)
  const pending = store.invitations.where('organizationId', id).filter(({ status }) => status === 'pending')
  const invitedAddresses = addresses.filter((address) => pending.some(({ emailAddress }) => emailAddress === address))
  const duplicates = addresses.filter((address, index) => addresses.indexOf(address) !== index)
  const rejected = [...new Set([...invitedAddresses, ...duplicates])]
  if (rejected.length === 0) return
  throw new ClerkError(400, 'duplicate_record', 'duplicate invitation', {
    longMessage: `There are already pending invitations for the following email addresses: ${rejected.join(', ')}`,
    meta: { email_addresses: rejected },
  })
}

function createInvitation(services: Services, organization: Organization, invite: Invite) {
  const { store, keys, events } = services
  const { expiresInDays, ...fields } = invite
  const record = createRecord(services, 'invitation')
  const ticket = generateRandomText(43)
  const invitation = store.invitations.put(
    checkMetadataSize({
      ...record,
      inviterId: null,
      redirectUrl: null,
      publicMetadata: {},
      privateMetadata: {},
      ...fields,
      organizationId: organization.id,
      status: 'pending',
      userId: null,
      ticketHash: keys.hash('ticket', ticket),
      expiresAt: record.createdAt + (expiresInDays === undefined ? LIFETIMES.invitation : expiresInDays * DAY_MS),
    }),
  )
  events.emit({ type: 'organizationInvitation.created', invitation })
  return { invitation, ticket }
}

function sendInvitationEmail(
  { store, settings, mailer, instance }: Services,
  organization: Organization,
  invitation: Invitation,
  ticket: string,
): void {
  const inviter = invitation.inviterId === null ? undefined : store.users.get(invitation.inviterId)
  const { applicationName } = instance
  mailer.send({
    to: invitation.emailAddress,
    ...buildInvitationMail({
      applicationName,
      inviter: inviter ? formatUserName(store, inviter) : applicationName,
      organization: organization.name,
      role: instance.roleOf(invitation.role)?.name ?? invitation.role,
      link: buildTicketUrl(settings, ticket),
      expiryDate: new Date(invitation.expiresAt).toISOString().slice(0, 10),
    }),
  })
}

const formatUserName = (store: Services['store'], user: User): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || (getPrimaryEmail(store, user)?.address ?? 'Someone')

/** Revokes an invitation. Requires a transaction. @throws 404 if it is unknown or no longer pending */
export function revokeInvitation(services: Services, organization: Organization, id: string): Invitation {
  const { store, clock, events } = services
  expireInvitations(services, organization.id)
  const existing = store.invitations.get(id)
  if (existing?.organizationId !== organization.id) throw createInvitationNotFoundError(id)
  if (existing.status !== 'pending') {
    const longMessage = "The organization invitation is not in the 'pending' status."
    throw new ClerkError(404, 'organization_invitation_not_pending', 'not pending', { longMessage })
  }
  const invitation = store.invitations.put({ ...existing, status: 'revoked', updatedAt: clock.now() })
  events.emit({ type: 'organizationInvitation.revoked', invitation })
  return invitation
}

/** Returns the invitations, newest first. Empty `statuses` means all. */
export function listInvitations(services: Services, organization: Organization, statuses: string[]): Invitation[] {
  expireInvitations(services, organization.id)
  const all = services.store.invitations.where('organizationId', organization.id)
  return all.filter(({ status }) => statuses.length === 0 || statuses.includes(status)).toReversed()
}

export function listUserInvitations(services: Services, user: User, statuses: string[]): Invitation[] {
  const { store, clock } = services
  const addresses = store.emails.where('userId', user.id).filter(({ verified }) => verified)
  const all = addresses.flatMap(({ address }) => store.invitations.where('emailAddress', address))
  const now = clock.now()
  return all
    .filter((invitation) => invitation.status !== 'pending' || invitation.expiresAt > now)
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .toReversed()
}

function expireInvitations({ store, clock }: Services, organizationId: string): void {
  const now = clock.now()
  for (const invitation of store.invitations.where('organizationId', organizationId)) {
    if (invitation.status !== 'pending' || invitation.expiresAt > now) continue
    store.invitations.put({ ...invitation, status: 'expired', updatedAt: now })
  }
}

/** Checks the redirect URL. @throws 422 for URLs of other sites, which would receive the ticket */
export function readRedirectUrl({ settings }: Services, url: string | undefined): string | null {
  if (!url) return null
  if (!URL.canParse(url) || new URL(url).origin !== settings.siteOrigin) {
    throw createInvalidParamError('redirect_url', `redirect_url must be below ${settings.siteOrigin}.`)
  }
  return url
}

/** Builds the link to this server, which checks on click whether the account exists. */
const buildTicketUrl = ({ publicUrl }: Settings, ticket: string): string =>
  `${publicUrl}/v1/tickets/accept?ticket=${ticket}`

export function findInvitationByTicket({ store, keys, clock }: Services, ticket: string): Invitation | undefined {
  const invitation = store.invitations.first('ticketHash', keys.hash('ticket', ticket))
  return invitation?.status === 'pending' && invitation.expiresAt > clock.now() ? invitation : undefined
}

export function buildTicketError({ store, keys }: Services, ticket: string): ClerkError {
  const status = store.invitations.first('ticketHash', keys.hash('ticket', ticket))?.status
  if (status === 'revoked') {
    return new ClerkError(400, 'organization_invitation_revoked_code', 'invitation has been revoked', {
      longMessage: 'This invitation has been revoked and cannot be used anymore.',
    })
  }
  if (status === 'accepted') {
    return new ClerkError(400, 'organization_invitation_already_accepted', 'invitation has already been accepted', {
      longMessage: 'This invitation has already been accepted. Sign in instead.',
    })
  }
  if (status) return new ClerkError(400, 'ticket_expired_code', 'The ticket has expired.')
  return new ClerkError(400, 'ticket_invalid_code', 'The ticket is invalid.')
}

/** Accepts an invitation. Requires a transaction. @throws ClerkError if the organization is full */
export function acceptInvitation(services: Services, invitation: Invitation, user: User): void {
  const { store, clock, events } = services
  const organization = store.organizations.get(invitation.organizationId)
  if (!organization) throw new Error(`invitation ${invitation.id} refers to a missing record`)
  const changes = { status: 'accepted', userId: user.id, updatedAt: clock.now() } as const
  const accepted = store.invitations.put({ ...invitation, ...changes })
  events.emit({ type: 'organizationInvitation.accepted', invitation: accepted })
  if (findMembership(services, organization.id, user.id)) return
  const { role, publicMetadata, privateMetadata } = invitation
  addMember(services, organization, user, role, { publicMetadata, privateMetadata })
}
