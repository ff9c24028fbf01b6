import { findDevice } from '@/lib/alerts/devices.ts'
import { forgetDevice, type PushMessage, sendPush } from '@/lib/alerts/push.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { errorCode } from '@/lib/contact/delivery/worker.ts'
import { env } from '@/lib/env.ts'
import { notFound } from '@/lib/http/json-input.ts'
import { log } from '@/lib/log/log.ts'

type Context = { params: Promise<{ id: string }> }

const TEST: PushMessage = {
  title: 'This is a test',
  body: 'Notifications reach this device.',
  path: AREAS.alerts.path,
  tag: 'test',
  isUrgent: false,
}

/** Milliseconds that somebody waits for the answer of a push service. */
const DEADLINE = 5_000

const refuse = (status: number, error: string) => Response.json({ error, reason: 'not-sent' }, { status })

/**
 * Sends a test to a device of this person: `{ sent: true }` when its push service has taken it. 404 for a device that is not
 * theirs, 410 for one that takes none any more and is removed, 502 when the push service did not take it.
 */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const { push, siteUrl } = env()
  const device = await forMember(member, (tx) => findDevice(tx, member.userId, id))
  if (!device || !push) return notFound('This device')
  try {
    if ((await sendPush(device, TEST, { push, siteUrl, deadline: DEADLINE })) === 'sent') {
      return Response.json({ sent: true })
    }
  } catch (error) {
    log.warn({ code: errorCode(error) }, 'A test could not be sent to a device')
    return refuse(502, 'The push service of this browser did not take it. Try again in a minute.')
  }
  await forMember(member, (tx) => forgetDevice(tx, id))
  return refuse(410, 'This device takes no notifications any more, so it was removed. Add it again on the device.')
})
