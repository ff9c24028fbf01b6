import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { callerSearch } from '@/lib/callers/input.ts'
import { callersReaderOf, listCallers } from '@/lib/callers/list.ts'
import { readInput } from '@/lib/http/json-input.ts'

/** A page of the callers: `CallerList`. What is searched for comes in the body: an address is in histories and logs. */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const wanted = await readInput(request, callerSearch)
  return Response.json(await forMember(member, (tx) => listCallers(tx, callersReaderOf(member), wanted)))
})
