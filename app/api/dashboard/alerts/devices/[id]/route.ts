import { removeDevice } from '@/lib/alerts/devices.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { notFound } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/** Removes a device of this person: 204, or 404 when they have none with this id. */
export const DELETE = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const isRemoved = await forMember(member, (tx, actor) => removeDevice(tx, actor, id))
  return isRemoved ? new Response(null, { status: 204 }) : notFound('This device')
})
