import { createTestCall } from '@/lib/dashboard/try-it/read-try-it.ts'
import { testCallInput } from '@/lib/dashboard/try-it/try-it.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { removeTestCalls } from '@/lib/dashboard/calls/test-calls.ts'
import { buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'

/** Stores a conversation as a test call and returns `{ callId }`. Idempotent for the same conversation. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, testCallInput)
  const testCall = await runForMember(member, (tx) => createTestCall(tx, input, new Date()))
  return 'problem' in testCall
    ? buildInvalidResponse([{ path: 'at', message: testCall.problem }])
    : Response.json({ callId: testCall.callId }, { status: 201 })
})

export const DELETE = withAccess({ permission: 'org:leads:manage' }, async (member) => {
  const removed = await runForMember(member, (tx, actor) => removeTestCalls(tx, actor))
  return Response.json({ removed })
})
