import { takeAlert } from '@/lib/alerts/store.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { notFound } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/**
 * Says that this person has the call of an alert, so that nobody else is told: `{ alert }`. Whoever has it already keeps it,
 * and is named in the answer. 404 when it is not there. It asks no more than to read calls: somebody on call may be a member.
 */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const alert = await forMember(member, (tx, actor) => takeAlert(tx, actor, id))
  return alert ? Response.json({ alert }) : notFound('This alert')
})
