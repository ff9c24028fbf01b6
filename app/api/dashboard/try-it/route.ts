import { readTryIt } from '@/lib/dashboard/try-it/read-try-it.ts'
import { tryItInput } from '@/lib/dashboard/try-it/try-it.ts'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { invalid, readInput } from '@/lib/platform/http/json-input.ts'

/**
 * Simulates a conversation and returns a `TryItAnswer`. Stores nothing. Uses POST to keep the caller's words out of the
 * URL.
 */
export const POST = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const input = await readInput(request, tryItInput)
  const played = await forMember(member, (tx) => readTryIt(tx, input, new Date()))
  return 'problem' in played ? invalid([{ path: 'at', message: played.problem }]) : Response.json(played)
})
