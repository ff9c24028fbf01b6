import { z } from 'zod'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { resendDelivery } from '@/lib/dashboard/webhooks/deliveries.ts'
import { buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

const resendInput = z.strictObject({ deliveryId: z.uuid() })

/** Sends an event again, with the same `webhook-id`. */
export const POST = withId({ permission: 'org:integrations:manage' }, async (member, endpointId, request) => {
  const { deliveryId } = await readInput(request, resendInput)
  const result = await runForMember(member, (tx, actor) => resendDelivery(tx, actor, { endpointId, deliveryId }))
  if (!result) return buildNotFoundResponse('This event')
  if (result === 'paused')
    return Response.json(
      { error: 'This webhook is paused. Resume it, then resend the event.', reason: 'paused' },
      { status: 409 },
    )
  wakeJobs()
  return Response.json({})
})
