import { and, eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../db/organization.ts'
import { organizationMembers } from '../../db/schema/index.ts'

/** Whether somebody belongs to the organization, as far as Clerk's events have arrived. */
export async function knowsMember({ db, organizationId }: OrganizationTransaction, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: organizationMembers.id })
    .from(organizationMembers)
    .where(and(eq(organizationMembers.organizationId, organizationId), eq(organizationMembers.userId, userId)))
    .limit(1)
  return found !== undefined
}
