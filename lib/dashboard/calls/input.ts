import { z } from 'zod'
import { dayOrTimestamp, offsetTimestamp, personId, buildStorableTextSchema } from '../../values/fields.ts'
import { phoneNumber } from '../../values/phone-number.ts'
import { CALL_FACTS, CALL_OUTCOME_NAMES, type CallFact, transcript } from '../model/call.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'

export { type CallRecord, callRecord, type CallSummary, callSummary } from '../model/call-record.ts'

const outcome = z.enum(CALL_OUTCOME_NAMES)
const intent = z.enum(INTENT_NAMES)

const parts = z.strictObject({
  startedAt: offsetTimestamp.describe('Start time in ISO 8601'),
  duration: z.int().min(0).max(86_400).describe('Duration in seconds'),
  callerName: buildStorableTextSchema(120).nullable().describe('Name as given by the caller'),
  callerPhone: phoneNumber
    .nullable()
    .describe('Phone number in any format; a US number unless it has a country code. Null for a private number'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language code such as en or es-US')
    .max(35)
    .describe('BCP 47 language code'),
  outcome: outcome.describe('Outcome'),
  intent: intent.nullable().describe('Reason for the call; null if unknown'),
  safetyKind: z.enum(SAFETY_KIND_NAMES).nullable().describe('Detected safety hazard'),
  appointmentId: z.uuid().nullable().describe('ID of the appointment the caller asked about'),
  summary: buildStorableTextSchema(4_000).nullable().describe('Summary in a few sentences'),
  callerWords: buildStorableTextSchema(1_000).nullable().describe('Reason for the call in the caller’s words'),
  transcript: transcript.nullable().describe('Lines of the conversation in order; card numbers are redacted'),
  recordingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .regex(/^[!-~]+$/, 'Use a URL without spaces')
    .nullable()
    .describe('URL of the voice provider’s recording; write-only'),
  attention: buildStorableTextSchema(300).nullable().describe('Why the call needs attention, in one sentence'),
  rule: buildStorableTextSchema(300).nullable().describe('The company rule that was applied'),
})

/** A new call, reported by the assistant or through the API. */
export const callInput = parts
  .partial()
  .required({ startedAt: true, outcome: true })
  .extend({
    externalId: buildStorableTextSchema(200)
      .optional()
      .describe('ID in the system that reports the call; a repeated ID is stored once'),
    duration: parts.shape.duration.default(0),
    language: parts.shape.language.default('en'),
  })

/** A change of a call. Omitted fields stay unchanged. */
export const callChange = parts.partial().extend({
  attentionEnded: z.boolean().describe('Whether the call is resolved').optional(),
  handedToId: personId.nullable().describe('User ID of the assignee; null for unassigned').optional(),
})

/** Filters of a list, combined with AND. */
export const callFilter = z.strictObject({
  search: z
    .string()
    .trim()
    .max(200)
    .describe('Words in the transcript, summary or name (all must match), or part of the phone number')
    .optional(),
  outcome: z.array(outcome).max(CALL_OUTCOME_NAMES.length).describe('Any of these outcomes').optional(),
  intent: z.array(intent).max(INTENT_NAMES.length).describe('Any of these reasons for the call').optional(),
  needsAttention: z.boolean().describe('true for calls that need attention, false for all others').optional(),
  from: dayOrTimestamp
    .describe('On or after this day, in the company’s time zone, or at or after this time')
    .optional(),
  to: dayOrTimestamp.describe('On or before this day, or before this time').optional(),
  handedToId: personId.describe('User ID of the assignee').optional(),
})

/** Sort orders of a list. A minus sorts descending: latest or longest first. */
export const callSort = z.enum(['-startedAt', 'startedAt', '-duration', 'duration'])

export const factCorrection = z.strictObject({
  line: z.int().min(0).max(999).describe('Index of the transcript line, starting at 0'),
  field: z.enum(Object.keys(CALL_FACTS) as CallFact[]).describe('Which detail of the line'),
  value: buildStorableTextSchema(200).describe('Corrected value'),
})

export type CallInput = z.input<typeof callInput>
export type CallChange = z.input<typeof callChange>
export type CallFilter = z.infer<typeof callFilter>
export type CallSort = z.infer<typeof callSort>
export type FactCorrection = z.infer<typeof factCorrection>
