import { z } from 'zod'

/** Why somebody has to know of a call at once, in words for people. */
export const ALERT_KINDS = {
  urgent: 'Urgent call',
  handover: 'Call handed to you',
  promise: 'Something was promised to a caller',
} as const

export type AlertKind = keyof typeof ALERT_KINDS

export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as AlertKind[]

const moment = z.iso.datetime()

/** An alert as a call shows it: who has been told, and who has it. */
export const alertRecord = z.object({
  id: z.guid(),
  kind: z.enum(ALERT_KIND_NAMES),
  createdAt: moment,
  /** In the order in which they were chosen; `at` is null while nothing has been sent to them yet. */
  told: z.array(z.object({ userId: z.string(), at: moment.nullable() })),
  /** When somebody said that they have it, or it was done; null while it is open. */
  takenAt: moment.nullable(),
  /** Clerk's id; null also where a program ended it. */
  takenById: z.string().nullable(),
})

export type AlertRecord = z.infer<typeof alertRecord>
