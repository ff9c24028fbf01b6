import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { deleteEndpoint } from '@/lib/dashboard/webhooks/repository.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

/** Removes a Zap. Requires no reverification, so that users can always stop events. */
export const DELETE = withId({ permission: 'org:integrations:manage' }, async (member, id) => {
  const wasRemoved = await runForMember(member, (tx, actor) => deleteEndpoint(tx, actor, id, { kind: 'zapier' }))
  return wasRemoved ? new Response(null, { status: 204 }) : buildNotFoundResponse('This Zap')
})
