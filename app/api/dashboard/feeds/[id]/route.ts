import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { revokeFeed } from '@/lib/feeds/store.ts'
import { notFound } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/** Revokes a calendar address, at once and without another question: 204, or 404 when there is none that works. */
export const DELETE = withAccess(
  { permission: 'org:appointments:manage' },
  async (member, _request, { params }: Context) => {
    const { id } = await params
    const isRevoked = await forMember(member, (tx, actor) => revokeFeed(tx, actor, id))
    return isRevoked ? new Response(null, { status: 204 }) : notFound('This address')
  },
)
