import { deviceName } from '@/lib/alerts/device-name.ts'
import { addDevice, TooManyDevicesError } from '@/lib/alerts/devices.ts'
import { subscriptionInput } from '@/lib/alerts/preferences.ts'
import { isPushAddress } from '@/lib/alerts/push-service.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { env } from '@/lib/env.ts'
import { invalid, readInput } from '@/lib/http/json-input.ts'

/** Adds the browser that this person sits at: 201 with `{ device }`. 422 for an address of no known push service. */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const input = await readInput(request, subscriptionInput)
  if (!isPushAddress(input.endpoint, env().siteUrl)) {
    return invalid([
      { path: 'endpoint', message: 'Notifications of this browser go to a service that is not known here.' },
    ])
  }
  try {
    const name = deviceName(request.headers.get('user-agent'))
    const device = await forMember(member, (tx, actor) => addDevice(tx, actor, input, name))
    return Response.json({ device }, { status: 201 })
  } catch (error) {
    if (error instanceof TooManyDevicesError) return invalid([{ path: 'endpoint', message: error.message }])
    throw error
  }
})
