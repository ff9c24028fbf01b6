import { getClerk, ignoreNotFound } from './backend.ts'

/*
 * Only Clerk stores names and email addresses. This module fetches them when mail is sent. All functions throw if Clerk
 * is unavailable.
 */

export type Person = { id: string; name: string | null; address: string | null }

export async function findPerson(userId: string): Promise<Person | undefined> {
  const user = await ignoreNotFound(getClerk().users.getUser(userId))
  return user && { id: user.id, name: user.fullName, address: user.primaryEmailAddress?.emailAddress ?? null }
}

/** Maximum page size of Clerk's API. */
const MAX_MEMBERS = 500

export async function listMembersWithRole(organizationId: string, role: string): Promise<string[]> {
  const pendingMembers = getClerk().organizations.getOrganizationMembershipList({
    organizationId,
    role: [role as never],
    limit: MAX_MEMBERS,
  })
  const members = await ignoreNotFound(pendingMembers)
  return (members?.data ?? []).flatMap(({ publicUserData }) => publicUserData?.userId ?? [])
}

export const fetchOrganizationName = async (organizationId: string): Promise<string | undefined> =>
  (await ignoreNotFound(getClerk().organizations.getOrganization({ organizationId })))?.name

export async function isMember(organizationId: string, userId: string): Promise<boolean> {
  const pendingMembers = getClerk().organizations.getOrganizationMembershipList({
    organizationId,
    userId: [userId],
    limit: MAX_MEMBERS,
  })
  const members = await ignoreNotFound(pendingMembers)
  return members?.data.some(({ publicUserData }) => publicUserData?.userId === userId) ?? false
}
