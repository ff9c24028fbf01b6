import { z } from 'zod'
import { alertRecord } from '../model/alert.ts'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { CALL_FACT_NAMES, CALL_OUTCOME_NAMES } from '../model/call.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'
import { URGENCY_NAMES } from '../model/lead.ts'
import { lineRecord } from '../lines/line.ts'
import { trialRecord } from '../trials/trial.ts'
import { timestamp } from '../../values/fields.ts'

export const RANGES = { week: 7, month: 30, quarter: 90 } as const

export type Range = keyof typeof RANGES

export const RANGE_NAMES = Object.keys(RANGES) as Range[]

export const todayCall = z.object({
  id: z.uuid(),
  startedAt: timestamp,
  duration: z.number(),
  words: z.string().nullable(),
  caller: z.string().nullable(),
  /** Phone number in E.164; null if withheld. */
  phone: z.string().nullable(),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  intent: z.enum(INTENT_NAMES).nullable(),
  safetyKind: z.enum(SAFETY_KIND_NAMES).nullable(),
  /** Note that explains why the office must review the call; null once the call is resolved. */
  attention: z.string().nullable(),
  rule: z.string().nullable(),
  isTest: z.boolean(),
  facts: z.array(z.object({ field: z.enum(CALL_FACT_NAMES), value: z.string() })),
  urgency: z.enum(URGENCY_NAMES).nullable(),
  leadId: z.uuid().nullable(),
  /** Alerts of the call, oldest first. */
  alerts: z.array(alertRecord),
  version: z.int(),
  visit: z
    .object({ id: z.uuid(), startsAt: timestamp, endsAt: timestamp, state: z.enum(APPOINTMENT_STATE_NAMES) })
    .nullable(),
})

/** A resolved call. `attention` is the note that explained why it needed review. */
export const resolvedCall = todayCall.extend({ attention: z.string(), doneAt: timestamp })

const counts = z.object({ answered: z.number(), booked: z.number(), missed: z.number() })

export const today = z.object({
  timeZone: z.string(),
  /** Time of the read. Server and client both derive "today" from it. */
  now: timestamp,
  /** Counts since the business last closed. `closedOn` is null if no opening hours are set. */
  night: z.object({ from: timestamp, to: timestamp, closedOn: z.string().nullable() }).extend(counts.shape),
  /** Calls of any day that need attention, newest first. */
  waiting: z.array(todayCall),
  waitingCount: z.number(),
  /** Calls resolved today in the business's time zone, latest first. */
  done: z.array(resolvedCall),
  /** Calls since the business last closed: emergencies first, then newest first. Limited to `MAX_CALLS`. */
  calls: z.array(todayCall),
  steps: z.object({
    hoursAndArea: z.boolean(),
    instructions: z.boolean(),
    testCall: z.boolean(),
    onCall: z.boolean(),
    forwarded: z.boolean(),
    firstCall: z.boolean(),
  }),
  /** Null once the organization has received its first real call. */
  line: lineRecord.nullable(),
  trial: trialRecord.nullable(),
  forwardingNumber: z.string().nullable(),
})

/** Daily counts of a period (`days`), and of the preceding period of equal length (`before`). */
export const callMetrics = z.object({
  days: z.array(counts.extend({ day: z.string() })),
  before: z.array(counts.extend({ day: z.string() })),
})

export type Today = z.infer<typeof today>
export type TodayCall = z.infer<typeof todayCall>
export type ResolvedCall = z.infer<typeof resolvedCall>
export type CallCounts = z.infer<typeof counts>
export type CallMetrics = z.infer<typeof callMetrics>

export const sumCounts = (days: CallCounts[]): CallCounts => ({
  answered: days.reduce((sum, day) => sum + day.answered, 0),
  booked: days.reduce((sum, day) => sum + day.booked, 0),
  missed: days.reduce((sum, day) => sum + day.missed, 0),
})
