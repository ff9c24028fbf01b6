import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { countUnread } from '@/lib/dashboard/notifications/repository.ts'
import type { UnreadCount } from '@/lib/dashboard/notifications/record.ts'
import { isDatabaseOutage } from '@/lib/platform/db/client.ts'

/** Returns the `unreadCount` of the user. An outage is no error, because each page would repeat it in the log. */
export const GET = withAccess({}, async (member) => {
  try {
    const unread = await runForMember(member, (tx) => countUnread(tx, member.userId))
    return Response.json({ unread } satisfies UnreadCount)
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return Response.json({ unread: null } satisfies UnreadCount)
  }
})
