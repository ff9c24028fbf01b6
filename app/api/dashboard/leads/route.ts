import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { changeLeads } from '@/lib/dashboard/leads/bulk.ts'
import { leadInput, leadsChangeInput } from '@/lib/dashboard/leads/input.ts'
import { leadListState } from '@/lib/dashboard/leads/list-state.ts'
import { readLeadList } from '@/lib/dashboard/leads/read-list.ts'
import { createLead } from '@/lib/dashboard/leads/repository.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { requireMember } from '../require-member.ts'

export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const state = readSearchParams(leadListState, new URL(request.url).searchParams)
  const page = await runForMember(member, (tx) => readLeadList(tx, toRecordReader(member), state))
  return Response.json(page)
})

const newLead = leadInput.omit({ callId: true })

export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, newLead)
  return runForMember(member, async (tx, actor) => {
    await requireMember(tx, 'assigneeId', input.assigneeId)
    const lead = await createLead(tx, actor, input)
    return Response.json({ lead }, { status: 201 })
  })
})

/** Changes several leads and returns `BulkChangeResult`, which includes the previous values. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const { ids, change } = await readInput(request, leadsChangeInput)
  return runForMember(member, async (tx, actor) => {
    await requireMember(tx, 'assigneeId', change.assigneeId)
    return Response.json(await changeLeads(tx, actor, ids, change))
  })
})
