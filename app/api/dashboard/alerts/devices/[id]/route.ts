import { removeDevice } from '@/lib/dashboard/alerts/devices.ts'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

/** Removes a device of the current user. Responds 404 if the device belongs to another user. */
export const DELETE = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const isRemoved = await runForMember(member, (tx, actor) => removeDevice(tx, actor, id))
  return isRemoved ? new Response(null, { status: 204 }) : buildNotFoundResponse('This device')
})
