import { isAllowed } from '@/lib/auth/check-access.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { changeLeads } from '@/lib/leads/bulk.ts'
import { leadInput, leadsChangeInput } from '@/lib/leads/input.ts'
import { leadListState } from '@/lib/leads/list-state.ts'
import { readLeadList } from '@/lib/leads/read-list.ts'
import { createLead } from '@/lib/leads/store.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { requireAssignee } from './assignee.ts'

/** A page of leads, by the state in the page's address: `LeadsPage`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const state = readAddress(leadListState, new URL(request.url).searchParams)
  const mayReadAppointments = isAllowed(member, { permission: 'org:appointments:read' })
  const reader = { userId: member.userId, mayReadAppointments }
  const page = await forMember(member, (tx) => readLeadList(tx, reader, state))
  return Response.json(page)
})

const newLead = leadInput.omit({ callId: true })

/** Adds a lead: 201 with `{ lead }`; 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, newLead)
  return forMember(member, async (tx, actor) => {
    await requireAssignee(tx, input)
    const lead = await createLead(tx, actor, input)
    return Response.json({ lead }, { status: 201 })
  })
})

/** Changes several leads the same way: `LeadsChanged`, with how they were before; 422 for what does not fit. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const { ids, change } = await readInput(request, leadsChangeInput)
  return forMember(member, async (tx, actor) => {
    await requireAssignee(tx, change)
    return Response.json(await changeLeads(tx, actor, ids, change))
  })
})
