import { z } from 'zod'
import { addDays, type DayKey, toDayKey } from '../../platform/time/zone.ts'
import { timestamp } from '../../values/fields.ts'

/** Setup states of a phone line, in order. */
export const LINE_STATES = { asked: 'Requested', 'in-progress': 'In progress', live: 'Live' } as const

export type LineState = keyof typeof LINE_STATES

export const LINE_STATE_NAMES = Object.keys(LINE_STATES) as LineState[]

export const lineRecord = z.object({
  state: z.enum(LINE_STATE_NAMES),
  /** Current phone number of the company, in E.164. */
  companyPhone: z.string(),
  note: z.string().nullable(),
  askedAt: timestamp,
  startedAt: timestamp.nullable(),
  liveAt: timestamp.nullable(),
  version: z.number(),
})

export type LineRecord = z.infer<typeof lineRecord>

export const MAX_NOTE_LENGTH = 1_000

export const LINES_PAGE_SIZE = 20

/** Phone line request as shown to staff. Contains no other company data. */
export const staffLine = lineRecord.extend({
  organizationId: z.string(),
  /** Company name from Clerk; null if unknown or unavailable. */
  name: z.string().nullable(),
  timeZone: z.string(),
  forwardingNumber: z.string().nullable(),
  agentId: z.string().nullable(),
  trialPlan: z.string().nullable(),
  trialEndsAt: timestamp.nullable(),
})

export type StaffLine = z.infer<typeof staffLine>

export const staffLines = z.object({ lines: z.array(staffLine), total: z.number() })

const SATURDAY = 6

/** Returns the setup deadline: the next weekday after the request. */
export function computeSetupDay(requestedAt: string | Date, zone: string): DayKey {
  let day = addDays(toDayKey(requestedAt, zone), 1)
  while (new Date(`${day}T00:00Z`).getUTCDay() % SATURDAY === 0) day = addDays(day, 1)
  return day
}
