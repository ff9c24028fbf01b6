import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { callerSearch } from '@/lib/dashboard/callers/input.ts'
import { listCallers } from '@/lib/dashboard/callers/list.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'

/** Returns a page of callers as `CallerList`. Uses POST to keep the search text out of the URL. */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const search = await readInput(request, callerSearch)
  return Response.json(await runForMember(member, (tx) => listCallers(tx, toRecordReader(member), search)))
})
