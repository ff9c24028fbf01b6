import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { env } from '@/lib/platform/env/env.ts'
import { CALENDAR_PATH, feedInput } from '@/lib/dashboard/calendar-feeds/record.ts'
import { checkRevokeAccess } from '@/lib/dashboard/calendar-feeds/revoke-access.ts'
import { createFeed, listFeeds, TooManyFeedsError } from '@/lib/dashboard/calendar-feeds/repository.ts'
import { buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'

/** Returns the active calendar feeds as `{ feeds: ListedFeed[] }`. Excludes their secret URLs. */
export const GET = withAccess({ permission: 'org:appointments:manage' }, async (member) => {
  const feeds = await runForMember(member, listFeeds)
  return Response.json({ feeds: feeds.map((feed) => ({ ...feed, mayRevoke: !checkRevokeAccess(member, feed) })) })
})

/** Creates a calendar feed and returns 201 with `{ feed, address }`. Only this response contains the secret URL. */
export const POST = withAccess(
  { permission: 'org:appointments:manage', reverification: 'lax' },
  async (member, request) => {
    const input = await readInput(request, feedInput)
    try {
      const { feed, secret } = await runForMember(member, (tx, actor) => createFeed(tx, actor, input))
      return Response.json({ feed, address: `${env().siteUrl}${CALENDAR_PATH}/${secret}.ics` }, { status: 201 })
    } catch (error) {
      if (error instanceof TooManyFeedsError) return buildInvalidResponse([{ path: 'name', message: error.message }])
      throw error
    }
  },
)
