import { z } from 'zod'
import { timestamp } from '../../values/fields.ts'

export const ALERT_KINDS = {
  urgent: 'Urgent call',
  handover: 'Call assigned to you',
  promise: 'Promised callback',
} as const

export type AlertKind = keyof typeof ALERT_KINDS

export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as AlertKind[]

export const alertRecord = z.object({
  id: z.guid(),
  kind: z.enum(ALERT_KIND_NAMES),
  createdAt: timestamp,
  /** Notified users, in order; `at` is null until the notification is sent. */
  told: z.array(z.object({ userId: z.string(), at: timestamp.nullable() })),
  /** Time at which the alert was acknowledged or resolved; null while it is open. */
  takenAt: timestamp.nullable(),
  /** Clerk user id; null while the alert is open, or if an API key closed it. */
  takenById: z.string().nullable(),
})

export type AlertRecord = z.infer<typeof alertRecord>
