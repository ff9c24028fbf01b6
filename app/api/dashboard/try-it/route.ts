import { readTryIt } from '@/lib/dashboard/try-it/read-try-it.ts'
import { tryItInput } from '@/lib/dashboard/try-it/try-it.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'

/**
 * Simulates a conversation and returns a `TryItResponse`. Stores nothing. Uses POST to keep the caller's words out of
 * the URL.
 */
export const POST = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const input = await readInput(request, tryItInput)
  const result = await runForMember(member, (tx) => readTryIt(tx, input, new Date()))
  return 'problem' in result ? buildInvalidResponse([{ path: 'at', message: result.problem }]) : Response.json(result)
})
