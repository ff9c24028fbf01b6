import { makeTestCall } from '@/lib/dashboard/try-it/read-try-it.ts'
import { testCallInput } from '@/lib/dashboard/try-it/try-it.ts'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { removeTestCalls } from '@/lib/dashboard/calls/test-calls.ts'
import { invalid, readInput } from '@/lib/platform/http/json-input.ts'

/** Stores a conversation as a test call and returns `{ callId }`. Idempotent for the same conversation. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, testCallInput)
  const made = await forMember(member, (tx) => makeTestCall(tx, input, new Date()))
  return 'problem' in made
    ? invalid([{ path: 'at', message: made.problem }])
    : Response.json({ callId: made.callId }, { status: 201 })
})

export const DELETE = withAccess({ permission: 'org:leads:manage' }, async (member) => {
  const removed = await forMember(member, (tx, actor) => removeTestCalls(tx, actor))
  return Response.json({ removed })
})
