import { timestamp } from '../../values/fields.ts'
import { z } from '../../values/zod.ts'
import { WEBHOOK_EVENT_NAMES } from '../model/webhook-event.ts'
import { endpointInput } from '../webhooks/input.ts'

export const hookEvent = z.enum(WEBHOOK_EVENT_NAMES)

export const hookInput = z.strictObject({
  hookUrl: endpointInput.shape.url.describe('URL that receives the events'),
  event: hookEvent.describe('Event that triggers the Zap'),
})

export const hookRecord = z.object({
  id: z.uuid().describe('ID, with which the hook is unsubscribed'),
  hookUrl: z.string().describe('URL that receives the events'),
  event: hookEvent.describe('Event that triggers the Zap'),
  createdAt: timestamp.describe('When the hook was subscribed'),
})

export type HookInput = z.infer<typeof hookInput>
export type HookRecord = z.infer<typeof hookRecord>
