import { notFound } from '../errors.ts'
import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import type { Membership, Metadata, Organization, User } from '../store/types.ts'
import { checkMetadataSize } from '../users/metadata.ts'
import { alreadyMember, lastAdmin, tooManyMembers } from './errors.ts'

/** Changes to organizations and memberships, with their events. Call them inside a transaction. */

type NewOrganization = Pick<Organization, 'name' | 'slug'> &
  Partial<Pick<Organization, 'id' | 'plan' | 'maxAllowedMemberships' | 'publicMetadata' | 'privateMetadata'>>

/** The creator becomes a member with the creator's role. */
export function createOrganization(services: Services, fields: NewOrganization, creator: User | null): Organization {
  const { store, clock, events, instance } = services
  const now = clock.now()
  const organization = store.organizations.put(
    checkMetadataSize({
      plan: instance.defaultOrganizationPlan,
      maxAllowedMemberships: 0,
      publicMetadata: {},
      privateMetadata: {},
      ...fields,
      id: fields.id ?? newId('organization'),
      createdBy: creator?.id ?? null,
      createdAt: now,
      updatedAt: now,
    }),
  )
  events.emit({ type: 'organization.created', organization })
  if (creator) addMember(services, organization, creator, instance.creatorRole)
  return organization
}

export function updateOrganization(services: Services, id: string, change: Partial<Organization>): Organization {
  const { store, clock, events } = services
  const present = store.organizations.get(id)
  if (!present) throw notFound('Organization')
  const organization = store.organizations.put(checkMetadataSize({ ...present, ...change, updatedAt: clock.now() }))
  events.emit({ type: 'organization.updated', organization })
  return organization
}

/** Deletes the memberships first, so that no event is about a membership in an organization that is already deleted. */
export function deleteOrganization({ store, events }: Services, organization: Organization): void {
  for (const membership of store.memberships.where('organizationId', organization.id)) {
    events.emit({ type: 'organizationMembership.deleted', membership })
    store.memberships.delete(membership.id)
  }
  for (const { id } of store.invitations.where('organizationId', organization.id)) store.invitations.delete(id)
  events.emit({ type: 'organization.deleted', organization })
  store.organizations.delete(organization.id)
}

/** Throws 400 for a member, 403 when the organization is full. */
export function addMember(
  services: Services,
  organization: Organization,
  user: User,
  role: string,
  metadata?: { publicMetadata?: Metadata; privateMetadata?: Metadata },
): Membership {
  const { store, clock, events } = services
  if (membershipOf(services, organization.id, user.id)) throw alreadyMember(user.id)
  assertRoom(services, organization, 1)
  const now = clock.now()
  const membership = store.memberships.put({
    publicMetadata: {},
    privateMetadata: {},
    ...metadata,
    id: newId('membership'),
    organizationId: organization.id,
    userId: user.id,
    role,
    createdAt: now,
    updatedAt: now,
  })
  events.emit({ type: 'organizationMembership.created', membership })
  return membership
}

/** Throws 400 when the organization would be left without an admin. */
export function updateMember(services: Services, membership: Membership, change: Partial<Membership>): Membership {
  const { store, clock, events } = services
  if (change.role !== undefined && change.role !== services.instance.creatorRole) assertOtherAdmin(services, membership)
  const updated = store.memberships.put(checkMetadataSize({ ...membership, ...change, updatedAt: clock.now() }))
  events.emit({ type: 'organizationMembership.updated', membership: updated })
  return updated
}

/** Throws 400 when the organization would be left without an admin. */
export function removeMember(services: Services, membership: Membership): void {
  assertOtherAdmin(services, membership)
  services.events.emit({ type: 'organizationMembership.deleted', membership })
  services.store.memberships.delete(membership.id)
}

export const membershipOf = ({ store }: Services, organizationId: string, userId: string): Membership | undefined =>
  store.memberships.where('organizationId', organizationId).find((membership) => membership.userId === userId)

/** Throws 403 when `newcomers` more would exceed the organization's limit; pending invitations count. */
export function assertRoom({ store }: Services, organization: Organization, newcomers: number): void {
  const { id, maxAllowedMemberships: limit } = organization
  if (limit === 0) return
  const pending = store.invitations.where('organizationId', id).filter(({ status }) => status === 'pending').length
  if (store.memberships.countWhere('organizationId', id) + pending + newcomers > limit) throw tooManyMembers(limit)
}

function assertOtherAdmin({ store, instance }: Services, membership: Membership): void {
  if (membership.role !== instance.creatorRole) return
  const members = store.memberships.where('organizationId', membership.organizationId)
  if (!members.some(({ id, role }) => id !== membership.id && role === instance.creatorRole)) throw lastAdmin()
}

/**
 * Ends all memberships of a user who is about to be deleted, also as the last admin. Call it before the user's record is deleted, which
 * the events contain.
 */
export function leaveAllOrganizations({ store, events }: Services, user: User): void {
  for (const membership of store.memberships.where('userId', user.id)) {
    events.emit({ type: 'organizationMembership.deleted', membership })
    store.memberships.delete(membership.id)
  }
}
