import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { removeTestCalls } from '@/lib/dashboard/calls/test-calls.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

export const DELETE = withId({ permission: 'org:leads:manage' }, async (member, id) => {
  const removed = await runForMember(member, (tx, actor) => removeTestCalls(tx, actor, id))
  return removed ? Response.json({ removed }) : buildNotFoundResponse('This test call')
})
