import { z } from 'zod'
import { alertRecord } from './alert.ts'
import { APPOINTMENT_STATE_NAMES } from './appointment.ts'
import { STAGE_NAMES } from './lead.ts'
import { CALL_OUTCOME_NAMES, transcript } from './call.ts'
import { INTENT_NAMES } from './intent.ts'
import { SAFETY_KIND_NAMES } from './safety.ts'
import { timestamp } from '../../values/fields.ts'

/** Call in a list, without the transcript. */
export const callSummary = z.object({
  id: z.guid().describe('Its id'),
  externalId: z.string().nullable().describe('Its id where it comes from'),
  startedAt: timestamp.describe('When it began'),
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
  transcriptDeletedAt: timestamp.nullable().describe('When the transcript had been kept long enough'),
  hasRecording: z.boolean().describe('Whether the recording is kept'),
  recordingDeletedAt: timestamp.nullable().describe('When the recording had been kept long enough'),
  attention: z.string().nullable().describe('Why a person has to look at it'),
  attentionEndedAt: timestamp.nullable().describe('When somebody had done what was needed; null while it waits'),
  rule: z.string().nullable().describe('The rule of the company that was followed'),
  handedToId: z.string().nullable().describe('The member who looks after it'),
  handedOverAt: timestamp.nullable().describe('When it was handed over'),
  isTest: z.boolean().describe('Whether somebody of the company made it to try the assistant; it counts nowhere'),
  version: z.int().describe('Grows with each change'),
  createdAt: timestamp.describe('When it was stored'),
  updatedAt: timestamp.describe('When it was changed the last time'),
})

export const callRecord = callSummary.extend({
  transcript: transcript.nullable().describe('What was said, in order; null when none was made or it was deleted'),
})

export type CallSummary = z.infer<typeof callSummary>
export type CallRecord = z.infer<typeof callRecord>

/** Call with related records. `visits` is null without permission to read appointments. */
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
        isAskedAbout: z.boolean(),
      }),
    )
    .nullable(),
  /** Alerts of the call, oldest first. */
  alerts: z.array(alertRecord),
  timeZone: z.string(),
})

export type CallDetail = z.infer<typeof callDetail>
