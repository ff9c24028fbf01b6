import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { recentInput } from '@/lib/dashboard/search/input.ts'
import { readRecentRecords } from '@/lib/dashboard/search/read.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { toSearchReader } from '../search-reader.ts'

/** Returns the recently opened records as `SearchResponse`. The browser stores only their ids. */
export const POST = withAccess({}, async (member, request) => {
  const input = await readInput(request, recentInput)
  return Response.json(await runForMember(member, (tx) => readRecentRecords(tx, toSearchReader(member), input)))
})
