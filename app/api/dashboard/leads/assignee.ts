import { knowsMember } from '@/lib/auth/organizations/knows-member.ts'
import type { OrganizationTransaction } from '@/lib/db/organization.ts'
import { invalid, RefusedError } from '@/lib/http/json-input.ts'

/** @throws {RefusedError} with 422 for a change that assigns leads to somebody who does not belong to the organization */
export async function requireAssignee(
  tx: OrganizationTransaction,
  { assigneeId }: { assigneeId?: string | null | undefined },
): Promise<void> {
  if (!assigneeId || (await knowsMember(tx, assigneeId))) return
  throw new RefusedError(invalid([{ path: 'assigneeId', message: 'This person is not in your organization.' }]))
}
