import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'
import { revokeKey } from '@/lib/dashboard/keys/repository.ts'

/** Revokes an API key and returns the `keyRecord`. Requires no reverification, because revoking is urgent. */
export const DELETE = withId({ permission: 'org:integrations:manage' }, async (member, id) => {
  const revokedKey = await runForMember(member, (tx, actor) => revokeKey(tx, actor, id))
  return revokedKey ? Response.json(revokedKey) : buildNotFoundResponse('This key')
})
