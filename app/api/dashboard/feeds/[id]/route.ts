import { accessRefusal, withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { revokingDenied } from '@/lib/feeds/may-revoke.ts'
import { findFeed, revokeFeed } from '@/lib/feeds/store.ts'
import { notFound } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/**
 * Revokes a calendar address, at once and without another question: 204, or 404 when there is none that works. One that
 * somebody else made is for those who may change settings: others are refused with 403.
 */
export const DELETE = withAccess(
  { permission: 'org:appointments:manage' },
  async (member, _request, { params }: Context) => {
    const { id } = await params
    return forMember(member, async (tx, actor) => {
      const feed = await findFeed(tx, id)
      const denied = feed && revokingDenied(member, feed)
      if (denied) return accessRefusal(denied)
      const isRevoked = await revokeFeed(tx, actor, id)
      return isRevoked ? new Response(null, { status: 204 }) : notFound('This address')
    })
  },
)
