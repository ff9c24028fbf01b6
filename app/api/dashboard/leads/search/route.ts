import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { leadListState } from '@/lib/dashboard/leads/list-state.ts'
import { readLeadList } from '@/lib/dashboard/leads/read-list.ts'
import { listSearch, readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'

/** Returns a page of leads like `GET /api/dashboard/leads`. Uses POST to keep the search text out of the URL. */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const { search, query } = await readInput(request, listSearch)
  const state = { ...readSearchParams(leadListState, new URLSearchParams(query)), search }
  return Response.json(await runForMember(member, (tx) => readLeadList(tx, toRecordReader(member), state)))
})
