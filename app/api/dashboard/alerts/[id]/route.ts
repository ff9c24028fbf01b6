import { claimAlert } from '@/lib/dashboard/alerts/repository.ts'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

/**
 * Acknowledges an alert, which stops its escalation, and returns `{ alert }`. The first acknowledgment wins. On-call
 * members only need read access.
 */
export const POST = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const alert = await runForMember(member, (tx, actor) => claimAlert(tx, actor, id))
  return alert ? Response.json({ alert }) : buildNotFoundResponse('This alert')
})
