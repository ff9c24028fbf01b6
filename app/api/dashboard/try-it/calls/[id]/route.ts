import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { removeTestCalls } from '@/lib/dashboard/calls/test-calls.ts'
import { notFound } from '@/lib/platform/http/json-input.ts'

export const DELETE = withId({ permission: 'org:leads:manage' }, async (member, id) => {
  const removed = await forMember(member, (tx, actor) => removeTestCalls(tx, actor, id))
  return removed ? Response.json({ removed }) : notFound('This test call')
})
