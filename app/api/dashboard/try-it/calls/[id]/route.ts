import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { removeTestCalls } from '@/lib/calls/test-calls.ts'
import { notFound } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/** Removes a test call with its lead and visits: `{ removed }`, how many of each. 404 for a call that is none. */
export const DELETE = withAccess({ permission: 'org:leads:manage' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const removed = await forMember(member, (tx, actor) => removeTestCalls(tx, actor, id))
  return removed ? Response.json({ removed }) : notFound('This test call')
})
