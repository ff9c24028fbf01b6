import { buildAccessRefusal, runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { checkRevokeAccess } from '@/lib/dashboard/calendar-feeds/revoke-access.ts'
import { findFeed, revokeFeed } from '@/lib/dashboard/calendar-feeds/repository.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

/** Revokes a calendar feed. Responds 403 for another member's feed if the user may not change settings. */
export const DELETE = withId({ permission: 'org:appointments:manage' }, async (member, id) => {
  return runForMember(member, async (tx, actor) => {
    const feed = await findFeed(tx, id)
    const denial = feed && checkRevokeAccess(member, feed)
    if (denial) return buildAccessRefusal(denial)
    const isRevoked = await revokeFeed(tx, actor, id)
    return isRevoked ? new Response(null, { status: 204 }) : buildNotFoundResponse('This address')
  })
})
