import { accessRefusal, forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { revokingDenied } from '@/lib/dashboard/calendar-feeds/may-revoke.ts'
import { findFeed, revokeFeed } from '@/lib/dashboard/calendar-feeds/repository.ts'
import { notFound } from '@/lib/platform/http/json-input.ts'

/** Revokes a calendar feed. Responds 403 for another member's feed if the user may not change settings. */
export const DELETE = withId({ permission: 'org:appointments:manage' }, async (member, id) => {
  return forMember(member, async (tx, actor) => {
    const feed = await findFeed(tx, id)
    const denied = feed && revokingDenied(member, feed)
    if (denied) return accessRefusal(denied)
    const isRevoked = await revokeFeed(tx, actor, id)
    return isRevoked ? new Response(null, { status: 204 }) : notFound('This address')
  })
})
