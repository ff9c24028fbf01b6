import { makeTestCall } from '@/lib/assistant/read-try-it.ts'
import { testCallInput } from '@/lib/assistant/try-it.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { removeTestCalls } from '@/lib/calls/test-calls.ts'
import { invalid, readInput } from '@/lib/http/json-input.ts'

/** Stores a conversation as a test call: `{ callId }`, the same one for the same conversation. 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, testCallInput)
  const made = await forMember(member, (tx) => makeTestCall(tx, input, new Date()))
  return 'problem' in made
    ? invalid([{ path: 'at', message: made.problem }])
    : Response.json({ callId: made.callId }, { status: 201 })
})

/** Removes all test calls with their leads and visits: `{ removed }`, how many of each. */
export const DELETE = withAccess({ permission: 'org:leads:manage' }, async (member) => {
  const removed = await forMember(member, (tx, actor) => removeTestCalls(tx, actor))
  return Response.json({ removed })
})
