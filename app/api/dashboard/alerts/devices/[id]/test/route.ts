import { findDevice } from '@/lib/dashboard/alerts/devices.ts'
import { deleteDevice, type PushMessage, sendPush } from '@/lib/dashboard/alerts/push.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { getErrorCode } from '@/lib/platform/jobs/retry.ts'
import { env } from '@/lib/platform/env/env.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'
import { log } from '@/lib/platform/log/log.ts'

const TEST_MESSAGE: PushMessage = {
  title: 'Test notification',
  body: 'Notifications work on this device.',
  path: AREAS.alerts.path,
  tag: 'test',
  isUrgent: false,
}

const PUSH_TIMEOUT_MS = 5_000

const buildErrorResponse = (status: number, error: string) => Response.json({ error, reason: 'not-sent' }, { status })

/**
 * Sends a test notification and returns `{ sent: true }`. Responds 404 for another user's device and 502 if the push
 * service fails. Responds 410 for an expired subscription, which is then removed.
 */
export const POST = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const { push, siteUrl } = env()
  const device = await runForMember(member, (tx) => findDevice(tx, member.userId, id))
  if (!device || !push) return buildNotFoundResponse('This device')
  try {
    if ((await sendPush(device, TEST_MESSAGE, { push, siteUrl, timeoutMs: PUSH_TIMEOUT_MS })) === 'sent') {
      return Response.json({ sent: true })
    }
  } catch (error) {
    log.warn({ code: getErrorCode(error) }, 'push: test notification failed')
    return buildErrorResponse(502, 'The browser’s push service didn’t accept the notification. Try again in a minute.')
  }
  await runForMember(member, (tx) => deleteDevice(tx, id))
  return buildErrorResponse(
    410,
    'This device no longer accepts notifications, so we removed it. Turn notifications on again from that device.',
  )
})
