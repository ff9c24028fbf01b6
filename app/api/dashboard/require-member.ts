import { hasMember } from '@/lib/dashboard/organizations/repository.ts'
import type { OrganizationTransaction } from '@/lib/platform/db/organization.ts'
import { buildInvalidResponse, RefusedError } from '@/lib/platform/http/json-input.ts'

/**
 * Checks that the user is a member of the organization.
 * @param path name of the field that contains the user's id
 * @throws {RefusedError} with status 422 for a user outside the organization
 */
export async function requireMember(
  tx: OrganizationTransaction,
  path: 'assigneeId' | 'handedToId',
  userId: string | null | undefined,
): Promise<void> {
  if (!userId || (await hasMember(tx, userId))) return
  throw new RefusedError(buildInvalidResponse([{ path, message: 'This person isn’t a member of your company.' }]))
}
