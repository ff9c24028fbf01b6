import { createAlreadyMemberError, ClerkError } from '../services/errors.ts'
import { checkMetadataSize } from '../services/limits.ts'
import type { Services } from '../services/services.ts'
import { type Membership, type Metadata, createRecord, type Organization, type User } from '../services/store.ts'
import { getPrimaryEmail } from './emails.ts'

/** Functions in this module that change data emit events and require a transaction. */

type NewOrganization = Pick<Organization, 'name' | 'slug'> &
  Partial<Pick<Organization, 'id' | 'plan' | 'maxAllowedMemberships' | 'publicMetadata' | 'privateMetadata'>>

export function createOrganization(services: Services, fields: NewOrganization, creator: User | null): Organization {
  const { store, events, instance } = services
  const organization = store.organizations.put(
    checkMetadataSize({
      ...createRecord(services, 'organization'),
      plan: instance.defaultOrganizationPlan,
      maxAllowedMemberships: 0,
      publicMetadata: {},
      privateMetadata: {},
      createdBy: creator?.id ?? null,
      ...fields,
    }),
  )
  events.emit({ type: 'organization.created', organization })
  if (creator) addMember(services, organization, creator, instance.creatorRole)
  return organization
}

export function updateOrganization(services: Services, id: string, change: Partial<Organization>): Organization {
  const { store, clock, events } = services
  const existing = store.organizations.getOrThrow(id, 'Organization')
  const organization = store.organizations.put(checkMetadataSize({ ...existing, ...change, updatedAt: clock.now() }))
  events.emit({ type: 'organization.updated', organization })
  return organization
}

/** Deletes memberships first, so that no event refers to a deleted organization. */
export function deleteOrganization({ store, events }: Services, organization: Organization): void {
  for (const membership of store.memberships.where('organizationId', organization.id)) {
    events.emit({ type: 'organizationMembership.deleted', membership })
    store.memberships.delete(membership.id)
  }
  for (const { id } of store.invitations.where('organizationId', organization.id)) store.invitations.delete(id)
  events.emit({ type: 'organization.deleted', organization })
  store.organizations.delete(organization.id)
}

export function addMember(
  services: Services,
  organization: Organization,
  user: User,
  role: string,
  metadata?: { publicMetadata?: Metadata; privateMetadata?: Metadata },
): Membership {
  const { store, events } = services
  if (findMembership(services, organization.id, user.id)) throw createAlreadyMemberError(user.id)
  assertMemberCapacity(services, organization, 1)
  const membership = store.memberships.put({
    ...createRecord(services, 'membership'),
    organizationId: organization.id,
    userId: user.id,
    role,
    publicMetadata: {},
    privateMetadata: {},
    ...metadata,
  })
  events.emit({ type: 'organizationMembership.created', membership })
  return membership
}

export function updateMember(services: Services, membership: Membership, change: Partial<Membership>): Membership {
  const { store, clock, events } = services
  if (change.role !== undefined && change.role !== services.instance.creatorRole) assertOtherAdmin(services, membership)
  const updated = store.memberships.put(checkMetadataSize({ ...membership, ...change, updatedAt: clock.now() }))
  events.emit({ type: 'organizationMembership.updated', membership: updated })
  return updated
}

export function removeMember(services: Services, membership: Membership): void {
  assertOtherAdmin(services, membership)
  services.events.emit({ type: 'organizationMembership.deleted', membership })
  services.store.memberships.delete(membership.id)
}

export const findMembership = ({ store }: Services, organizationId: string, userId: string): Membership | undefined =>
  store.memberships.where('organizationId', organizationId).find((membership) => membership.userId === userId)

/** Checks the member limit for `addedCount` more members. Pending invitations count. @throws 403 above the limit */
export function assertMemberCapacity({ store }: Services, organization: Organization, addedCount: number): void {
  const { id, maxAllowedMemberships: limit } = organization
  if (limit === 0) return
  const pending = store.invitations.where('organizationId', id).filter(({ status }) => status === 'pending').length
  if (store.memberships.countWhere('organizationId', id) + pending + addedCount <= limit) return
  throw new ClerkError(403, 'organization_membership_quota_exceeded', 'organization membership quota exceeded', {
    longMessage: `You have reached your limit of ${limit} organization memberships, including outstanding invitations.`,
  })
}

function assertOtherAdmin({ store, instance }: Services, membership: Membership): void {
  if (membership.role !== instance.creatorRole) return
  const members = store.memberships.where('organizationId', membership.organizationId)
  if (members.some(({ id, role }) => id !== membership.id && role === instance.creatorRole)) return
  throw new ClerkError(400, 'organization_minimum_permissions_needed', 'minimum organization permissions needed', {
    longMessage: 'There has to be at least one organization member with the minimum required permissions',
  })
}

/**
 * Removes the user from all organizations, even as the last admin. Must run before the user's record is deleted,
 * because the events contain it.
 */
export function leaveAllOrganizations({ store, events }: Services, user: User): void {
  for (const membership of store.memberships.where('userId', user.id)) {
    events.emit({ type: 'organizationMembership.deleted', membership })
    store.memberships.delete(membership.id)
  }
}

/** Returns the members, newest first. Empty `roles` means all. */
export function listMembers(
  services: Services,
  organizationId: string,
  query = '',
  roles: string[] = [],
): Membership[] {
  const searchTerm = query.trim().toLowerCase()
  return services.store.memberships
    .where('organizationId', organizationId)
    .filter(({ role }) => roles.length === 0 || roles.includes(role))
    .filter(({ userId }) => {
      const user = services.store.users.get(userId)
      return searchTerm === '' || (user && buildSearchText(services.store, user).includes(searchTerm))
    })
    .toReversed()
}

const buildSearchText = (store: Services['store'], user: User): string =>
  [user.id, `${user.firstName ?? ''} ${user.lastName ?? ''}`, getPrimaryEmail(store, user)?.address ?? '']
    .join('\n')
    .toLowerCase()
