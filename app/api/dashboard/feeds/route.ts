import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { env } from '@/lib/env.ts'
import { CALENDAR_PATH, feedInput } from '@/lib/feeds/record.ts'
import { revokingDenied } from '@/lib/feeds/may-revoke.ts'
import { createFeed, listFeeds, TooManyFeedsError } from '@/lib/feeds/store.ts'
import { invalid, readInput } from '@/lib/http/json-input.ts'

/** The calendar addresses that work, without the addresses: `{ feeds: ListedFeed[] }`. */
export const GET = withAccess({ permission: 'org:appointments:manage' }, async (member) => {
  const feeds = await forMember(member, listFeeds)
  return Response.json({ feeds: feeds.map((feed) => ({ ...feed, mayRevoke: !revokingDenied(member, feed) })) })
})

/** Makes a calendar address: 201 with `{ feed, address }`. The address is a secret that is not shown again. */
export const POST = withAccess(
  { permission: 'org:appointments:manage', reverification: 'lax' },
  async (member, request) => {
    const input = await readInput(request, feedInput)
    try {
      const { feed, secret } = await forMember(member, (tx, actor) => createFeed(tx, actor, input))
      return Response.json({ feed, address: `${env().siteUrl}${CALENDAR_PATH}/${secret}.ics` }, { status: 201 })
    } catch (error) {
      if (error instanceof TooManyFeedsError) return invalid([{ path: 'name', message: error.message }])
      throw error
    }
  },
)
