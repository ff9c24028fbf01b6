import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { searchInput } from '@/lib/dashboard/search/input.ts'
import { searchRecords } from '@/lib/dashboard/search/read.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { limitSearches, toSearchReader } from './search-reader.ts'

/** Returns a `SearchResponse`. Uses POST to keep the search text out of the URL. */
export const POST = withAccess({}, async (member, request) => {
  const input = await readInput(request, searchInput)
  const matches = await runForMember(member, async (tx) => {
    await limitSearches(tx, member.userId)
    return searchRecords(tx, toSearchReader(member), input)
  })
  return Response.json(matches)
})
