import { withAccess } from '@/lib/auth/with-access.ts'
import { callListState } from '@/lib/calls/list-state.ts'
import { readCallList } from '@/lib/calls/read-list.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readAddress } from '@/lib/query/address-state.ts'

/** A page of calls, by the state in the page's address: `CallList`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const state = readAddress(callListState, new URL(request.url).searchParams)
  const list = await forMember(member, (tx) => readCallList(tx, member.userId, state))
  return Response.json(list)
})
