import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { notFound } from '@/lib/http/json-input.ts'
import { revokeKey } from '@/lib/keys/store.ts'

/** Revokes a key at once: 200 with its `keyRecord`. Stopping a key asks for no confirmation of who one is: it cannot wait. */
export const DELETE = withAccess(
  { permission: 'org:integrations:manage' },
  async (member, _request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params
    const revoked = await forMember(member, (tx, actor) => revokeKey(tx, actor, id))
    return revoked ? Response.json(revoked) : notFound('This key')
  },
)
