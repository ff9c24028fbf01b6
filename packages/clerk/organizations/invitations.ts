import { invalidParam } from '../errors.ts'
import { userByAddress } from '../factors/emails.ts'
import type { Services } from '../http/services.ts'
import { newId, randomText } from '../ids.ts'
import { LIFETIMES } from '../limits.ts'
import { primaryEmail } from '../resources/public-user.ts'
import type { Invitation, Organization, User } from '../store/types.ts'
import { checkMetadataSize } from '../users/metadata.ts'
import { assertRoom, membershipOf } from './changes.ts'
import { alreadyInvited, alreadyMember, invitationNotFound, invitationNotPending } from './errors.ts'
import { ticketUrl } from './tickets.ts'

const DAY = 24 * 60 * 60 * 1000

export type Invite = Pick<Invitation, 'emailAddress' | 'role'> &
  Partial<Pick<Invitation, 'inviterId' | 'redirectUrl' | 'publicMetadata' | 'privateMetadata'>> & {
    expiresInDays?: number
  }

/**
 * Creates all of the invitations or none, and mails the links; resolves when the mails are in the outbox. Throws 400 for members and for
 * addresses that are invited already, 403 when the organization is full.
 */
export async function inviteAll(
  services: Services,
  organization: Organization,
  invites: Invite[],
): Promise<Invitation[]> {
  const made = services.store.transaction(() => {
    expireInvitations(services, organization.id)
    assertNewcomers(services, organization, invites)
    assertRoom(services, organization, invites.length)
    return invites.map((invite) => createInvitation(services, organization, invite))
  })
  for (const { invitation, ticket } of made) await mailInvitation(services, organization, invitation, ticket)
  return made.map(({ invitation }) => invitation)
}

function assertNewcomers(services: Services, { id }: Organization, invites: Invite[]): void {
  const { store } = services
  const addresses = invites.map(({ emailAddress }) => emailAddress)
  const member = addresses.find((address) => {
    const user = userByAddress(store, address)
    return user && membershipOf(services, id, user.id)
  })
  if (member !== undefined) throw alreadyMember(member)
  const pending = store.invitations.where('organizationId', id).filter(({ status }) => status === 'pending')
  const invited = addresses.filter((address) => pending.some(({ emailAddress }) => emailAddress === address))
  const repeated = addresses.filter((address, place) => addresses.indexOf(address) !== place)
  if (invited.length + repeated.length > 0) throw alreadyInvited([...new Set([...invited, ...repeated])])
}

function createInvitation({ store, keys, clock, events }: Services, organization: Organization, invite: Invite) {
  const now = clock.now()
  const { expiresInDays, ...fields } = invite
  const ticket = randomText(43)
  const invitation = store.invitations.put(
    checkMetadataSize({
      inviterId: null,
      redirectUrl: null,
      publicMetadata: {},
      privateMetadata: {},
      ...fields,
      id: newId('invitation'),
      organizationId: organization.id,
      status: 'pending',
      userId: null,
      ticketHash: keys.hash('ticket', ticket),
      expiresAt: now + (expiresInDays === undefined ? LIFETIMES.invitation : expiresInDays * DAY),
      createdAt: now,
      updatedAt: now,
    }),
  )
  events.emit({ type: 'organizationInvitation.created', invitation })
  return { invitation, ticket }
}

async function mailInvitation(
  { store, settings, outbox, instance }: Services,
  organization: Organization,
  invitation: Invitation,
  ticket: string,
): Promise<void> {
  const inviter = invitation.inviterId === null ? undefined : store.users.get(invitation.inviterId)
  const until = new Date(invitation.expiresAt).toISOString().slice(0, 10)
  await outbox.send({
    to: invitation.emailAddress,
    subject: `Join ${organization.name} on ${instance.applicationName}`,
    text: [
      `${inviter ? nameOf(store, inviter) : instance.applicationName} invites you to join ${organization.name} on ${instance.applicationName}.`,
      `Your role: ${instance.roleOf(invitation.role)?.name ?? invitation.role}`,
      `To accept, open this link:\n${ticketUrl(settings, ticket)}`,
      `The link works once, until ${until}. If you do not know the sender, ignore this mail.`,
    ].join('\n\n'),
  })
}

const nameOf = (store: Services['store'], user: User): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || (primaryEmail(store, user)?.address ?? 'Somebody')

/** Throws 404 for an unknown invitation and for one that is not pending any more. To be called inside a transaction. */
export function revokeInvitation(services: Services, organization: Organization, id: string): Invitation {
  const { store, clock, events } = services
  expireInvitations(services, organization.id)
  const present = invitationOf(services, organization, id)
  if (present.status !== 'pending') throw invitationNotPending()
  const invitation = store.invitations.put({ ...present, status: 'revoked', updatedAt: clock.now() })
  events.emit({ type: 'organizationInvitation.revoked', invitation })
  return invitation
}

/** Throws 404 for an unknown invitation and one of another organization. */
export function invitationOf({ store }: Services, organization: Organization, id: string): Invitation {
  const invitation = store.invitations.get(id)
  if (invitation?.organizationId !== organization.id) throw invitationNotFound(id)
  return invitation
}

/** Newest first. `statuses` empty means all. */
export function invitationsOf(services: Services, organization: Organization, statuses: string[]): Invitation[] {
  expireInvitations(services, organization.id)
  const all = services.store.invitations.where('organizationId', organization.id)
  return all.filter(({ status }) => statuses.length === 0 || statuses.includes(status)).toReversed()
}

/** Invitations to any of a user's verified addresses, newest first. */
export function invitationsFor(services: Services, user: User, statuses: string[]): Invitation[] {
  const { store, clock } = services
  const addresses = store.emails.where('userId', user.id).filter(({ verified }) => verified)
  const all = addresses.flatMap(({ address }) => store.invitations.where('emailAddress', address))
  const now = clock.now()
  return all
    .filter((invitation) => invitation.status !== 'pending' || invitation.expiresAt > now)
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .toReversed()
}

/** Marks expired invitations of an organization, so that they do not count and the address can be invited again. */
function expireInvitations({ store, clock }: Services, organizationId: string): void {
  const now = clock.now()
  for (const invitation of store.invitations.where('organizationId', organizationId)) {
    if (invitation.status !== 'pending' || invitation.expiresAt > now) continue
    store.invitations.put({ ...invitation, status: 'expired', updatedAt: now })
  }
}

/** Throws 422 for URLs of other sites: the link in the mail leads there, with the ticket. */
export function readRedirectUrl({ settings }: Services, url: string | undefined): string | null {
  if (!url) return null
  if (!URL.canParse(url) || new URL(url).origin !== settings.siteOrigin) {
    throw invalidParam('redirect_url', `redirect_url must be below ${settings.siteOrigin}.`)
  }
  return url
}
