import { z } from 'zod'
import { addDays, type DayKey, dayKey } from '../time/zone.ts'

/** How far the line of a company is, in the order in which it gets there. */
export const LINE_STATES = { asked: 'Asked for', 'in-progress': 'Being set up', live: 'Live' } as const

export type LineState = keyof typeof LINE_STATES

export const LINE_STATE_NAMES = Object.keys(LINE_STATES) as LineState[]

const moment = z.iso.datetime()

/** A request for a line, as JSON. */
export const lineRecord = z.object({
  state: z.enum(LINE_STATE_NAMES),
  /** The number that the company has today, in E.164. */
  companyPhone: z.string(),
  note: z.string().nullable(),
  askedAt: moment,
  startedAt: moment.nullable(),
  liveAt: moment.nullable(),
  version: z.number(),
})

export type LineRecord = z.infer<typeof lineRecord>

/** Characters of the longest note. */
export const MAX_NOTE = 1_000

/** Lines that one page of the staff's list shows. */
export const LINES_PAGE = 20

/** A request as the staff of the site sees it: with what was set up, and nothing else of the company. */
export const staffLine = lineRecord.extend({
  organizationId: z.string(),
  /** From Clerk; null where it is not known there, or cannot be asked for. */
  name: z.string().nullable(),
  timeZone: z.string(),
  forwardingNumber: z.string().nullable(),
  agentId: z.string().nullable(),
  trialPlan: z.string().nullable(),
  trialEndsAt: moment.nullable(),
})

export type StaffLine = z.infer<typeof staffLine>

export const staffLines = z.object({ lines: z.array(staffLine), total: z.number() })

const SATURDAY = 6

/** The day on which a line is set up at the latest: the first from Monday to Friday after the one on which it was asked for. */
export function setUpBy(askedAt: string | Date, zone: string): DayKey {
  let day = addDays(dayKey(askedAt, zone), 1)
  while (new Date(`${day}T00:00Z`).getUTCDay() % SATURDAY === 0) day = addDays(day, 1)
  return day
}
