import { takeAlert } from '@/lib/dashboard/alerts/repository.ts'
import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { notFound } from '@/lib/platform/http/json-input.ts'

/** Stops an alert's escalation: `{ alert }`. The first acknowledgment wins. Read access is enough for on-call members. */
export const POST = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const alert = await forMember(member, (tx, actor) => takeAlert(tx, actor, id))
  return alert ? Response.json({ alert }) : notFound('This alert')
})
