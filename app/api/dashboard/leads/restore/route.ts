import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { restoreLeads } from '@/lib/leads/bulk.ts'
import { leadsRestoreInput } from '@/lib/leads/input.ts'

/** Takes a change of several leads back: `{ changed, kept }`, with how many others have changed since; 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const { previous } = await readInput(request, leadsRestoreInput)
  return Response.json(await forMember(member, (tx, actor) => restoreLeads(tx, actor, previous)))
})
