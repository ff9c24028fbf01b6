import { z } from 'zod'
import { APPOINTMENT_STATE_NAMES } from '../appointments/appointment.ts'
import { CALL_OUTCOME_NAMES } from '../calls/call.ts'
import { STAGE_NAMES } from '../leads/lead.ts'

const moment = z.iso.datetime()

/** What people know of a caller. */
export const callerRecord = z.object({
  id: z.guid(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  house: z.string().nullable(),
  system: z.string().nullable(),
  notes: z.string().nullable(),
  doNotCall: z.boolean(),
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
})

export type CallerRecord = z.infer<typeof callerRecord>

/** A caller in a list. `visits` is null for somebody who may not read appointments, `latestCall` without any call. */
export const callerSummary = callerRecord.pick({ id: true, name: true, doNotCall: true }).extend({
  /** In E.164. */
  phones: z.array(z.string()),
  calls: z.int(),
  leads: z.int(),
  visits: z.int().nullable(),
  latestCall: moment.nullable(),
})

export type CallerSummary = z.infer<typeof callerSummary>

/** A page of the callers, those who called last first. */
export const callerList = z.object({
  rows: z.array(callerSummary),
  total: z.int(),
  timeZone: z.string(),
  today: z.iso.date(),
})

export type CallerList = z.infer<typeof callerList>

/** A caller with all that belongs to their numbers. `visits` is null for somebody who may not read appointments. */
export const callerPage = z.object({
  caller: callerRecord,
  /** In E.164, with the moment of the latest call from each. */
  numbers: z.array(z.object({ phone: z.string(), latestCall: moment.nullable() })),
  /** What they were called in calls and leads, latest first. */
  names: z.array(z.string()),
  calls: z.array(
    z.object({
      id: z.guid(),
      startedAt: moment,
      outcome: z.enum(CALL_OUTCOME_NAMES),
      summary: z.string().nullable(),
      callerWords: z.string().nullable(),
    }),
  ),
  leads: z.array(
    z.object({ id: z.guid(), name: z.string(), problem: z.string(), stage: z.enum(STAGE_NAMES), createdAt: moment }),
  ),
  visits: z
    .array(
      z.object({
        id: z.guid(),
        job: z.string(),
        startsAt: moment,
        endsAt: moment,
        state: z.enum(APPOINTMENT_STATE_NAMES),
        technician: z.string().nullable(),
      }),
    )
    .nullable(),
  /** All there are; of each kind the latest are listed. */
  counts: z.object({ calls: z.int(), leads: z.int(), visits: z.int().nullable() }),
  timeZone: z.string(),
})

export type CallerPage = z.infer<typeof callerPage>

/** The numbers of those who asked not to be called, in E.164. */
export const doNotCallAnswer = z.object({ phones: z.array(z.string()) })

export type DoNotCallAnswer = z.infer<typeof doNotCallAnswer>
