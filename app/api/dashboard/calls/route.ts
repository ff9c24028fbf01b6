import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { callListState } from '@/lib/dashboard/calls/list-state.ts'
import { readCallList } from '@/lib/dashboard/calls/read-list.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'

export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const state = readSearchParams(callListState, new URL(request.url).searchParams)
  const list = await runForMember(member, (tx) => readCallList(tx, member.userId, state))
  return Response.json(list)
})
