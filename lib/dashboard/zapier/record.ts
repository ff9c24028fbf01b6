import { timestamp } from '../../values/fields.ts'
import { z } from '../../values/zod.ts'
import { hookEvent } from './input.ts'

const zap = z.object({
  id: z.uuid(),
  event: hookEvent,
  /** Name of the API key that subscribed the Zap; null if the key was deleted. */
  keyName: z.string().nullable(),
  createdAt: timestamp,
  /** Time at which a day of failures paused the Zap. */
  pausedAt: timestamp.nullable(),
  /** Latest attempt; null before the first event. */
  lastDelivery: z.object({ at: timestamp, isDelivered: z.boolean(), status: z.int().nullable() }).nullable(),
})

export const zapList = z.object({ zaps: z.array(zap), timeZone: z.string() })

export type ZapRecord = z.infer<typeof zap>
export type ZapList = z.infer<typeof zapList>
