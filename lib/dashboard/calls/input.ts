import { z } from 'zod'
import { dayOrMoment, moment, personId, storableText } from '../../values/fields.ts'
import { phoneNumber } from '../../values/phone-number.ts'
import { CALL_FACTS, CALL_OUTCOME_NAMES, type CallFact, transcript } from '../model/call.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'

export { type CallRecord, callRecord, type CallSummary, callSummary } from '../model/call-record.ts'

const outcome = z.enum(CALL_OUTCOME_NAMES)
const intent = z.enum(INTENT_NAMES)

const parts = z.strictObject({
  startedAt: moment.describe('When it began, in ISO 8601'),
  duration: z.int().min(0).max(86_400).describe('Seconds'),
  callerName: storableText(120).nullable().describe('As the caller gave it'),
  callerPhone: phoneNumber
    .nullable()
    .describe('As people write it, or in E.164; without a country code, one of the US. Null for a withheld number'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Write a language such as en or es-US')
    .max(35)
    .describe('As in BCP 47'),
  outcome: outcome.describe('How it ended'),
  intent: intent.nullable().describe('What the caller wanted; null where it is unknown'),
  safetyKind: z.enum(SAFETY_KIND_NAMES).nullable().describe('The danger to life that was recognized'),
  appointmentId: z.uuid().nullable().describe('The visit that the caller asked about'),
  summary: storableText(4_000).nullable().describe('The call in a few sentences'),
  callerWords: storableText(1_000).nullable().describe('What the caller said it is about, in their own words'),
  transcript: transcript.nullable().describe('What was said, in order; card numbers are struck out'),
  recordingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .regex(/^[!-~]+$/, 'Write it as a link has it, without spaces')
    .nullable()
    .describe('Where the voice vendor keeps the recording; it is never given out again'),
  attention: storableText(300).nullable().describe('Why a person has to look at it, in a sentence'),
  rule: storableText(300).nullable().describe('The rule of the company that was followed'),
})

/** A new call, reported by the assistant or through the API. */
export const callInput = parts
  .partial()
  .required({ startedAt: true, outcome: true })
  .extend({
    externalId: storableText(200).optional().describe('Its id where it comes from: reported again, it is stored once'),
    duration: parts.shape.duration.default(0),
    language: parts.shape.language.default('en'),
  })

/** A change of a call. Omitted fields stay unchanged. */
export const callChange = parts.partial().extend({
  attentionEnded: z.boolean().describe('Whether what needed a person has been done').optional(),
  handedToId: personId.nullable().describe('The member who looks after it; null for nobody').optional(),
})

/** Filters of a list, combined with AND. */
export const callFilter = z.strictObject({
  search: z
    .string()
    .trim()
    .max(200)
    .describe('Words of what was said, the summary or the name, all of which have to be there; or a part of the number')
    .optional(),
  outcome: z.array(outcome).max(CALL_OUTCOME_NAMES.length).describe('How they ended, any of these').optional(),
  intent: z.array(intent).max(INTENT_NAMES.length).describe('What the callers wanted, any of these').optional(),
  needsAttention: z.boolean().describe('Only calls that still need a person, or only those that do not').optional(),
  from: dayOrMoment.describe('From this day on, in the zone of the business, or from this moment on').optional(),
  to: dayOrMoment.describe('Until this day, which is included, or before this moment').optional(),
  handedToId: personId.describe('The member who looks after them').optional(),
})

/** Sort orders of a list. A minus sorts descending: latest or longest first. */
export const callSort = z.enum(['-startedAt', 'startedAt', '-duration', 'duration'])

export const factCorrection = z.strictObject({
  line: z.int().min(0).max(999).describe('Position of the line in the transcript, from 0'),
  field: z.enum(Object.keys(CALL_FACTS) as CallFact[]).describe('Which of the facts of the line'),
  value: storableText(200).describe('What was meant'),
})

export type CallInput = z.input<typeof callInput>
export type CallChange = z.input<typeof callChange>
export type CallFilter = z.infer<typeof callFilter>
export type CallSort = z.infer<typeof callSort>
export type FactCorrection = z.infer<typeof factCorrection>
