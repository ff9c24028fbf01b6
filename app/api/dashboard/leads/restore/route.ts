import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { restoreLeads } from '@/lib/dashboard/leads/bulk.ts'
import { leadsRestoreInput } from '@/lib/dashboard/leads/input.ts'

/**
 * Undoes a bulk change and returns `{ changed, kept }`. Leads in `kept` changed after the bulk change and stay
 * unchanged.
 */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const { previous } = await readInput(request, leadsRestoreInput)
  return Response.json(await runForMember(member, (tx, actor) => restoreLeads(tx, actor, previous)))
})
