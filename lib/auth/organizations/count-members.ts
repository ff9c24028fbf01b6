import 'server-only'
import { clerkClient } from '@clerk/nextjs/server'
import { isClerkAPIResponseError } from '@clerk/backend/errors'
import type { CountMembers } from './events.ts'

const NOT_FOUND = 404

/** Asks Clerk. @throws when it does not answer */
export const countMembers: CountMembers = async (organizationId) => {
  const { organizations } = await clerkClient()
  try {
    const { totalCount } = await organizations.getOrganizationMembershipList({ organizationId, limit: 1 })
    return totalCount
  } catch (error) {
    if (isClerkAPIResponseError(error) && error.status === NOT_FOUND) return 0
    throw error
  }
}
