import { z } from 'zod'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { CALL_OUTCOME_NAMES } from '../model/call.ts'
import { STAGE_NAMES } from '../model/lead.ts'
import { timestamp } from '../../values/fields.ts'

export const callerRecord = z.object({
  id: z.guid(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  house: z.string().nullable(),
  system: z.string().nullable(),
  notes: z.string().nullable(),
  doNotCall: z.boolean(),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type CallerRecord = z.infer<typeof callerRecord>

/** List item. `visits` is null if the user may not read appointments. `latestCall` is null if there are no calls. */
export const callerSummary = callerRecord.pick({ id: true, name: true, doNotCall: true }).extend({
  phones: z.array(z.string()),
  calls: z.int(),
  leads: z.int(),
  visits: z.int().nullable(),
  latestCall: timestamp.nullable(),
})

export type CallerSummary = z.infer<typeof callerSummary>

/** Page of callers, latest call first. */
export const callerList = z.object({
  rows: z.array(callerSummary),
  total: z.int(),
  timeZone: z.string(),
  today: z.iso.date(),
})

export type CallerList = z.infer<typeof callerList>

/** A caller with all records. `visits` is null if the user may not read appointments. */
export const callerPage = z.object({
  caller: callerRecord,
  /** Phone numbers in E.164. */
  numbers: z.array(z.object({ phone: z.string(), latestCall: timestamp.nullable() })),
  /** Names from calls and leads, newest first. */
  names: z.array(z.string()),
  calls: z.array(
    z.object({
      id: z.guid(),
      startedAt: timestamp,
      outcome: z.enum(CALL_OUTCOME_NAMES),
      summary: z.string().nullable(),
      callerWords: z.string().nullable(),
    }),
  ),
  leads: z.array(
    z.object({ id: z.guid(), name: z.string(), problem: z.string(), stage: z.enum(STAGE_NAMES), createdAt: timestamp }),
  ),
  visits: z
    .array(
      z.object({
        id: z.guid(),
        job: z.string(),
        startsAt: timestamp,
        endsAt: timestamp,
        state: z.enum(APPOINTMENT_STATE_NAMES),
        technician: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Total counts. The lists above contain only the latest records. */
  counts: z.object({ calls: z.int(), leads: z.int(), visits: z.int().nullable() }),
  timeZone: z.string(),
})

export type CallerPage = z.infer<typeof callerPage>

/** Phone numbers that must not be called, in E.164. */
export const doNotCallAnswer = z.object({ phones: z.array(z.string()) })

export type DoNotCallAnswer = z.infer<typeof doNotCallAnswer>
