import { takeAlert } from '@/lib/dashboard/alerts/repository.ts'
import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { notFound } from '@/lib/platform/http/json-input.ts'

/**
 * Acknowledges an alert, which stops its escalation, and returns `{ alert }`. The first acknowledgment wins. On-call
 * members only need read access.
 */
export const POST = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const alert = await forMember(member, (tx, actor) => takeAlert(tx, actor, id))
  return alert ? Response.json({ alert }) : notFound('This alert')
})
