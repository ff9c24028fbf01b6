import { readTryIt } from '@/lib/assistant/read-try-it.ts'
import { tryItInput } from '@/lib/assistant/try-it.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { invalid, readInput } from '@/lib/http/json-input.ts'

/**
 * Plays a conversation by the company's settings, and stores nothing: `TryItAnswer`. What the caller says is in the body, so
 * that no address has it. 422 for what does not fit, or a time that there is not.
 */
export const POST = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const input = await readInput(request, tryItInput)
  const played = await forMember(member, (tx) => readTryIt(tx, input, new Date()))
  return 'problem' in played ? invalid([{ path: 'at', message: played.problem }]) : Response.json(played)
})
