import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { createTestMessage, recordTest } from '@/lib/dashboard/webhooks/deliveries.ts'
import { findEndpoint } from '@/lib/dashboard/webhooks/repository.ts'
import { sendMessage } from '@/lib/dashboard/webhooks/send.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'
import { getSendOptions } from '../../receiver-url.ts'

/** Sends a test event and returns its delivery. No transaction is open during the request. */
export const POST = withId({ permission: 'org:integrations:manage' }, async (member, id, request) => {
  const now = new Date()
  const prepared = await runForMember(member, async (tx) => {
    const endpoint = await findEndpoint(tx, id)
    return endpoint && { endpoint, message: await createTestMessage(tx, now) }
  })
  if (!prepared) return buildNotFoundResponse('This webhook')
  const { endpoint, message } = prepared
  const outcome = await sendMessage(endpoint, message, getSendOptions(), { now, signal: request.signal })
  const delivery = await runForMember(member, (tx, actor) =>
    recordTest(tx, actor, { endpointId: id, messageId: message.id, outcome, now }),
  )
  return delivery ? Response.json(delivery) : buildNotFoundResponse('This webhook')
})
