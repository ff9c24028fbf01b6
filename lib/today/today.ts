import { z } from 'zod'
import { alertRecord } from '../alerts/alert.ts'
import { APPOINTMENT_STATE_NAMES } from '../appointments/appointment.ts'
import { CALL_FACT_NAMES, CALL_OUTCOME_NAMES } from '../calls/call.ts'
import { INTENT_NAMES } from '../calls/intent.ts'
import { SAFETY_KIND_NAMES } from '../calls/safety.ts'
import { URGENCY_NAMES } from '../leads/lead.ts'
import { lineRecord } from '../lines/line.ts'
import { trialRecord } from '../trials/trial.ts'

/** How far back the figures reach, in days, by the name that the address has. */
export const RANGES = { week: 7, month: 30, quarter: 90 } as const

export type Range = keyof typeof RANGES

export const RANGE_NAMES = Object.keys(RANGES) as Range[]

const moment = z.iso.datetime()

/** A call as the morning list shows it, with the lead and the visit that came of it. */
export const todayCall = z.object({
  id: z.uuid(),
  startedAt: moment,
  duration: z.number(),
  words: z.string().nullable(),
  caller: z.string().nullable(),
  /** In E.164; null for a withheld number. */
  phone: z.string().nullable(),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  /** What the caller wanted; null where it is unknown. */
  intent: z.enum(INTENT_NAMES).nullable(),
  safetyKind: z.enum(SAFETY_KIND_NAMES).nullable(),
  /** Why a person has to look at it; null once somebody has. */
  attention: z.string().nullable(),
  rule: z.string().nullable(),
  isTest: z.boolean(),
  facts: z.array(z.object({ field: z.enum(CALL_FACT_NAMES), value: z.string() })),
  urgency: z.enum(URGENCY_NAMES).nullable(),
  leadId: z.uuid().nullable(),
  /** Who had to know of it at once, oldest first. */
  alerts: z.array(alertRecord),
  /** Grows with each change of the call. */
  version: z.int(),
  visit: z
    .object({ id: z.uuid(), startsAt: moment, endsAt: moment, state: z.enum(APPOINTMENT_STATE_NAMES) })
    .nullable(),
})

/** A call with which somebody was done; `attention` is what it needed. */
export const doneCall = todayCall.extend({ attention: z.string(), doneAt: moment })

const counts = z.object({ answered: z.number(), booked: z.number(), missed: z.number() })

/** What an owner reads in the morning. */
export const today = z.object({
  timeZone: z.string(),
  /** When this was read, so that the server and the browser say the same of "today". */
  now: moment,
  /** Since the company closed; `closedOn` is null while it has not said when it is open. All calls of that time count. */
  night: z.object({ from: moment, to: moment, closedOn: z.string().nullable() }).extend(counts.shape),
  /** Calls that a person has to look at, of any day, newest first. */
  waiting: z.array(todayCall),
  waitingCount: z.number(),
  /** Calls with which somebody was done today, in the zone of the business, the last one first. */
  done: z.array(doneCall),
  /** Calls since the company closed, emergencies first, then the newest: all that `night` counts, but for those that are more than a page has. */
  calls: z.array(todayCall),
  /** The steps to the first real call, and whether each is done. */
  steps: z.object({
    hoursAndArea: z.boolean(),
    /** Whether somebody has saved what the assistant says and asks; the usual holds until then. */
    instructions: z.boolean(),
    testCall: z.boolean(),
    onCall: z.boolean(),
    forwarded: z.boolean(),
    /** A real call, and no test. */
    firstCall: z.boolean(),
  }),
  /** Only while there has been no real call. */
  line: lineRecord.nullable(),
  trial: trialRecord.nullable(),
  forwardingNumber: z.string().nullable(),
})

/** Calls by day, and the same number of days before that. */
export const callFigures = z.object({
  days: z.array(counts.extend({ day: z.string() })),
  before: z.array(counts.extend({ day: z.string() })),
})

export type Today = z.infer<typeof today>
export type TodayCall = z.infer<typeof todayCall>
export type DoneCall = z.infer<typeof doneCall>
export type CallCounts = z.infer<typeof counts>
export type CallFigures = z.infer<typeof callFigures>

/** The sums of some days. */
export const totalOf = (days: CallCounts[]): CallCounts => ({
  answered: days.reduce((sum, day) => sum + day.answered, 0),
  booked: days.reduce((sum, day) => sum + day.booked, 0),
  missed: days.reduce((sum, day) => sum + day.missed, 0),
})
