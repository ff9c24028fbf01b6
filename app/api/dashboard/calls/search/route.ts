import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { callListState } from '@/lib/dashboard/calls/list-state.ts'
import { readCallList } from '@/lib/dashboard/calls/read-list.ts'
import { listSearch, readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'

/** Returns a page of calls like `GET /api/dashboard/calls`. Uses POST to keep the search text out of the URL. */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const { search, query } = await readInput(request, listSearch)
  const state = { ...readSearchParams(callListState, new URLSearchParams(query)), search }
  return Response.json(await runForMember(member, (tx) => readCallList(tx, member.userId, state)))
})
