import { z } from 'zod'
import { alertRecord } from './alert.ts'
import { APPOINTMENT_STATE_NAMES } from './appointment.ts'
import { STAGE_NAMES } from './lead.ts'
import { CALL_OUTCOME_NAMES, transcript } from './call.ts'
import { INTENT_NAMES } from './intent.ts'
import { SAFETY_KIND_NAMES } from './safety.ts'
import { timestamp } from '../../values/fields.ts'

/** Call in a list. Excludes the transcript. */
export const callSummary = z.object({
  id: z.guid().describe('ID of the call'),
  externalId: z.string().nullable().describe('ID in the system that reported the call'),
  startedAt: timestamp.describe('Start time'),
  duration: z.int().describe('Duration in seconds'),
  callerName: z.string().nullable().describe('Name as given by the caller'),
  callerPhone: z.string().nullable().describe('In E.164; null for a private number'),
  language: z.string().describe('BCP 47 language code'),
  outcome: z.enum(CALL_OUTCOME_NAMES).describe('Outcome'),
  intent: z.enum(INTENT_NAMES).nullable().describe('Reason for the call; null if unknown'),
  safetyKind: z.enum(SAFETY_KIND_NAMES).nullable().describe('Detected safety hazard'),
  appointmentId: z.guid().nullable().describe('ID of the appointment the caller asked about'),
  summary: z.string().nullable().describe('Summary in a few sentences'),
  callerWords: z.string().nullable().describe('Reason for the call in the caller’s words'),
  hasTranscript: z.boolean().describe('Whether a transcript is stored'),
  transcriptDeletedAt: timestamp.nullable().describe('When the transcript was deleted by retention'),
  hasRecording: z.boolean().describe('Whether a recording is stored'),
  recordingDeletedAt: timestamp.nullable().describe('When the recording was deleted by retention'),
  attention: z.string().nullable().describe('Why the call needs attention'),
  attentionEndedAt: timestamp.nullable().describe('When the call was resolved; null while it needs attention'),
  rule: z.string().nullable().describe('The company rule that was applied'),
  handedToId: z.string().nullable().describe('User ID of the assignee'),
  handedOverAt: timestamp.nullable().describe('When it was assigned'),
  isTest: z.boolean().describe('Whether it is a test call, which isn’t counted'),
  version: z.int().describe('Increases with each change'),
  createdAt: timestamp.describe('When it was created'),
  updatedAt: timestamp.describe('When it was last updated'),
})

export const callRecord = callSummary.extend({
  transcript: transcript
    .nullable()
    .describe('Lines of the conversation in order; null if there is no transcript or it was deleted'),
})

export type CallSummary = z.infer<typeof callSummary>
export type CallRecord = z.infer<typeof callRecord>

/** Call with related records. `visits` is null if the user may not read appointments. */
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
