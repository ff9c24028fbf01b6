import { knowsMember } from '@/lib/auth/organizations/knows-member.ts'
import type { Scope } from '@/lib/db/organization.ts'
import { invalid } from '@/lib/http/json-input.ts'

/** 422 for a change that assigns leads to somebody who does not belong to the organization; undefined for any other. */
export async function refusedAssignee(
  scope: Scope,
  { assigneeId }: { assigneeId?: string | null | undefined },
): Promise<Response | undefined> {
  if (!assigneeId || (await knowsMember(scope, assigneeId))) return undefined
  return invalid([{ path: 'assigneeId', message: 'This person is not in your organization.' }])
}
