import { z } from 'zod'
import { alertRecord } from '../alerts/alert.ts'
import { APPOINTMENT_STATE_NAMES } from '../appointments/appointment.ts'
import { STAGE_NAMES } from '../leads/lead.ts'
import { CALL_OUTCOME_NAMES, transcript } from './call.ts'
import { INTENT_NAMES } from './intent.ts'
import { SAFETY_KIND_NAMES } from './safety.ts'

const moment = z.iso.datetime()

/** A call in a list: everything but what was said. */
export const callSummary = z.object({
  id: z.guid().describe('Its id'),
  externalId: z.string().nullable().describe('Its id where it comes from'),
  startedAt: moment.describe('When it began'),
  duration: z.int().describe('Seconds'),
  callerName: z.string().nullable().describe('As the caller gave it'),
  callerPhone: z.string().nullable().describe('In E.164; null for a withheld number'),
  language: z.string().describe('As in BCP 47'),
  outcome: z.enum(CALL_OUTCOME_NAMES).describe('How it ended'),
  intent: z.enum(INTENT_NAMES).nullable().describe('What the caller wanted; null where it is unknown'),
  safetyKind: z.enum(SAFETY_KIND_NAMES).nullable().describe('The danger to life that was recognized'),
  appointmentId: z.guid().nullable().describe('The visit that the caller asked about'),
  summary: z.string().nullable().describe('The call in a few sentences'),
  callerWords: z.string().nullable().describe('What the caller said it is about, in their own words'),
  hasTranscript: z.boolean().describe('Whether what was said is kept'),
  transcriptDeletedAt: moment.nullable().describe('When the transcript had been kept long enough'),
  hasRecording: z.boolean().describe('Whether the recording is kept'),
  recordingDeletedAt: moment.nullable().describe('When the recording had been kept long enough'),
  attention: z.string().nullable().describe('Why a person has to look at it'),
  attentionEndedAt: moment.nullable().describe('When somebody had done what was needed; null while it waits'),
  rule: z.string().nullable().describe('The rule of the company that was followed'),
  handedToId: z.string().nullable().describe('The member who looks after it'),
  handedOverAt: moment.nullable().describe('When it was handed over'),
  isTest: z.boolean().describe('Whether somebody of the company made it to try the assistant; it counts nowhere'),
  version: z.int().describe('Grows with each change'),
  createdAt: moment.describe('When it was stored'),
  updatedAt: moment.describe('When it was changed the last time'),
})

/** A call with what was said in it. */
export const callRecord = callSummary.extend({
  transcript: transcript.nullable().describe('What was said, in order; null when none was made or it was deleted'),
})

export type CallSummary = z.infer<typeof callSummary>
export type CallRecord = z.infer<typeof callRecord>

/** A call with what came of it. `visits` is null for somebody who may not read appointments. */
export const callDetail = z.object({
  call: callRecord,
  lead: z.object({ id: z.guid(), name: z.string(), stage: z.enum(STAGE_NAMES) }).nullable(),
  visits: z
    .array(
      z.object({
        id: z.guid(),
        startsAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
        state: z.enum(APPOINTMENT_STATE_NAMES),
        technician: z.string().nullable(),
        /** Whether it is the booked visit that the caller asked about. */
        isAskedAbout: z.boolean(),
      }),
    )
    .nullable(),
  /** Who had to know of it at once, oldest first. */
  alerts: z.array(alertRecord),
  timeZone: z.string(),
})

export type CallDetail = z.infer<typeof callDetail>
