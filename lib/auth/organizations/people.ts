import { clerk, unlessMissing } from './backend.ts'

/*
 * Names and addresses are with Clerk and stored nowhere else: what is sent to people by the site itself asks for them when it
 * is sent. Each of these throws when Clerk does not answer.
 */

export type Person = { id: string; name: string | null; address: string | null }

/** A person's name and mail address; undefined for somebody who was deleted. */
export async function findPerson(userId: string): Promise<Person | undefined> {
  const user = await unlessMissing(clerk().users.getUser(userId))
  return user && { id: user.id, name: user.fullName, address: user.primaryEmailAddress?.emailAddress ?? null }
}

/** Members that are asked for at once: Clerk gives no more. */
const MOST_MEMBERS = 500

/** Clerk's ids of an organization's members with a role, such as `org:admin`. */
export async function membersWithRole(organizationId: string, role: string): Promise<string[]> {
  const asked = clerk().organizations.getOrganizationMembershipList({
    organizationId,
    role: [role as never],
    limit: MOST_MEMBERS,
  })
  const members = await unlessMissing(asked)
  return (members?.data ?? []).flatMap(({ publicUserData }) => publicUserData?.userId ?? [])
}

/** The organization's name; undefined for one that was deleted. */
export const organizationName = async (organizationId: string): Promise<string | undefined> =>
  (await unlessMissing(clerk().organizations.getOrganization({ organizationId })))?.name

/** Whether somebody belongs to an organization now. */
export async function isMember(organizationId: string, userId: string): Promise<boolean> {
  const asked = clerk().organizations.getOrganizationMembershipList({
    organizationId,
    userId: [userId],
    limit: MOST_MEMBERS,
  })
  const members = await unlessMissing(asked)
  return members?.data.some(({ publicUserData }) => publicUserData?.userId === userId) ?? false
}
