import { formatDeviceName } from '@/lib/dashboard/alerts/device-name.ts'
import { addDevice, TooManyDevicesError } from '@/lib/dashboard/alerts/devices.ts'
import { subscriptionInput } from '@/lib/dashboard/alerts/preferences.ts'
import { isPushAddress } from '@/lib/dashboard/alerts/push-service.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { env } from '@/lib/platform/env/env.ts'
import { buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'

/**
 * Registers this browser for notifications and returns 201 with `{ device }`. Responds 422 for an unknown push service.
 */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const input = await readInput(request, subscriptionInput)
  if (!isPushAddress(input.endpoint, env().siteUrl)) {
    return buildInvalidResponse([
      { path: 'endpoint', message: 'This browser’s push service isn’t supported. Try another browser.' },
    ])
  }
  try {
    const name = formatDeviceName(request.headers.get('user-agent'))
    const device = await runForMember(member, (tx, actor) => addDevice(tx, actor, input, name))
    return Response.json({ device }, { status: 201 })
  } catch (error) {
    if (error instanceof TooManyDevicesError)
      return buildInvalidResponse([{ path: 'endpoint', message: error.message }])
    throw error
  }
})
