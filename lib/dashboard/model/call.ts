import { buildStorableTextSchema } from '../../values/fields.ts'
import { z } from '../../values/zod.ts'

/** Labels of call outcomes. `missed`: neither the assistant nor the office answered. */
export const CALL_OUTCOMES = {
  booked: 'Booked',
  requested: 'Requested',
  rescheduled: 'Rescheduled',
  canceled: 'Canceled',
  message: 'Message taken',
  emergency: 'Emergency, paged',
  declined: 'Declined',
  transferred: 'Transferred',
  missed: 'Missed',
} as const

export type CallOutcome = keyof typeof CALL_OUTCOMES

export const CALL_OUTCOME_NAMES = Object.keys(CALL_OUTCOMES) as CallOutcome[]

export const CALL_FACTS = {
  problem: 'Problem',
  safety: 'Safety',
  system: 'System',
  address: 'Address',
  urgency: 'Urgency',
  name: 'Name',
  phone: 'Phone',
  fee: 'Fee',
  window: 'Window',
} as const

export type CallFact = keyof typeof CALL_FACTS

export const CALL_FACT_NAMES = Object.keys(CALL_FACTS) as CallFact[]

export const understoodFact = z.object({
  field: z.enum(CALL_FACT_NAMES).describe('Kind of detail'),
  value: buildStorableTextSchema(200).describe('Value shown in the call summary'),
  quote: buildStorableTextSchema(4_000).optional().describe('Quote from the line'),
  corrected: z.boolean().optional().describe('Whether a user corrected the value'),
})

export const transcriptLine = z.object({
  speaker: z.enum(['caller', 'assistant', 'person']).describe('Speaker; person means someone at the company'),
  text: buildStorableTextSchema(4_000).describe('Spoken text'),
  at: z.number().min(0).max(86_400).describe('Seconds from the start of the call'),
  understood: z.array(understoodFact).max(9).optional().describe('Details found in this line'),
})

/** Maximum length of a transcript, about three hours. Postgres limits a tsvector to 1 MB. */
const MAX_TRANSCRIPT_CHARACTERS = 150_000

export const transcript = z
  .array(transcriptLine)
  .max(1_000)
  .refine((lines) => lines.reduce((total, { text }) => total + text.length, 0) <= MAX_TRANSCRIPT_CHARACTERS, {
    error: `A transcript can be at most ${MAX_TRANSCRIPT_CHARACTERS} characters`,
  })

export type UnderstoodFact = z.infer<typeof understoodFact>
export type TranscriptLine = z.infer<typeof transcriptLine>
