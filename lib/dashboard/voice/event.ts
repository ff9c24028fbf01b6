import { z } from 'zod'
import { NO_DANGER } from '../assistant/facts.ts'
import { INTENT_GUIDE } from '../assistant/intents.ts'
import { SAFETY_GUIDE } from '../assistant/safety.ts'
import { CALL_OUTCOME_NAMES, type CallOutcome } from '../model/call.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'
import { URGENCY_NAMES, type Urgency } from '../model/lead.ts'

export type CollectedField = { description: string; enum?: readonly string[] }

/** Formats descriptions for the vendor's analysis model, which sees the transcript but not the prompt. */
const formatMeanings = (meanings: Record<string, string>): string =>
  Object.entries(meanings)
    .map(([name, meaning]) => `- ${name}: ${meaning}`)
    .join('\n')

const listGuideDescriptions = (guide: Record<string, { description: string }>): string =>
  formatMeanings(Object.fromEntries(Object.entries(guide).map(([name, { description }]) => [name, description])))

const URGENCY_MEANINGS: Record<Urgency, string> = {
  now: 'a danger to life, or the assistant paged a person',
  today: 'the caller needs help today',
  soon: 'the caller needs help this week',
  later: 'the caller is in no hurry',
}

/** Outcome that the vendor reports. An answered call is never `missed`. */
type ReportedOutcome = Exclude<CallOutcome, 'missed'>

const OUTCOME_MEANINGS: Record<ReportedOutcome, string> = {
  booked: 'the assistant booked a visit in a time window',
  requested: 'the caller wants a visit, which the office has to confirm',
  rescheduled: 'the assistant itself moved a visit to another time window',
  canceled: 'the assistant itself canceled a visit',
  message: 'the office has to call back or to make a change',
  emergency: 'a danger to life, or the assistant paged a person',
  declined: 'the company does not serve the area or does not do the work; also for sales calls and wrong numbers',
  transferred: 'the assistant put the caller through to a person',
}

/** Placeholder for the company's time zone, because the transcript does not contain it. */
export const COMPANY_TIME_ZONE = '<time zone>'

/**
 * Fields that the vendor extracts from a transcript; at most 25. Source:
 * https://elevenlabs.io/docs/eleven-agents/customization/agent-analysis/data-collection
 */
export const COLLECTED_FIELDS = {
  problem: { description: 'What the call is about, in the words of the caller. Empty if the caller did not say.' },
  intent: {
    description: `Why the caller called. "person" and "wrong-number" only if the caller gave no other reason. The caller…\n${listGuideDescriptions(INTENT_GUIDE)}`,
    enum: INTENT_NAMES,
  },
  danger: {
    description: `The danger to life that the caller described, if it was there during the call; of several, the first of this list. In doubt, name it. Empty if there was none, the caller denied it, it was over and fixed, or the caller only asked about a product.\n${listGuideDescriptions(SAFETY_GUIDE)}`,
    enum: SAFETY_KIND_NAMES,
  },
  safety: {
    description: `What the caller answered to the question about gas, smoke and alarms. Exactly "${NO_DANGER}" if the caller denied all of them. Empty if the assistant did not ask.`,
  },
  system: { description: 'The equipment, with its brand if mentioned, such as "gas furnace". Empty if not mentioned.' },
  address: { description: 'Street address of the job, without the ZIP code. Empty if not given.' },
  zip: { description: 'ZIP code of the job: five digits. Empty if not given.' },
  urgency: {
    description: `How soon someone has to act, as the call left it. Empty if the call does not say.\n${formatMeanings(URGENCY_MEANINGS)}`,
    enum: URGENCY_NAMES,
  },
  name: { description: 'Name of the caller. Empty if not given.' },
  phone: {
    description: 'Phone number that the caller gave, for a callback or of a booking: digits only. Empty if not given.',
  },
  fee: { description: 'The fee that the assistant quoted, in the same words. Empty if it quoted none.' },
  job: { description: 'The kind of work, in a few words, such as "furnace repair". Empty if no work is wanted.' },
  outcome: {
    description: `How the call ended.\n${formatMeanings(OUTCOME_MEANINGS)}`,
    enum: CALL_OUTCOME_NAMES.filter((name) => name !== 'missed'),
  },
  attention: {
    description:
      'What a person of the company has to do after the call, in one sentence, such as "Wanted to talk to a person: call back". Empty if nothing is left to do, or if it follows from the reason for the call.',
  },
  rule: {
    description:
      'The rule of the company by which the assistant explained its decision, in a few words. Empty if it explained none.',
  },
  technician: { description: 'The technician or crew that comes. Empty if not mentioned.' },
  window_start: {
    description: `Start of the time window that was agreed or requested for a visit, in ISO 8601 with the UTC offset of ${COMPANY_TIME_ZONE}, such as 2026-03-02T08:00:00-06:00. Empty if there is none.`,
  },
  window_end: {
    description: `End of the time window that was agreed or requested for a visit, in ISO 8601 with the UTC offset of ${COMPANY_TIME_ZONE}, such as 2026-03-02T10:00:00-06:00. Empty if there is none.`,
  },
} as const satisfies Record<string, CollectedField>

export type Collected = Partial<Record<keyof typeof COLLECTED_FIELDS, string>>

const COLLECTED_NAMES = Object.keys(COLLECTED_FIELDS) as (keyof Collected)[]

/** Extracted value of any type; null if the vendor found none. */
const result = z.looseObject({ value: z.unknown() })

const line = z.looseObject({
  /** Speaker. Only lines with the role "agent" or "user" are stored. */
  role: z.string(),
  /** Null during a tool call. */
  message: z.string().nullish(),
  time_in_call_secs: z.number().min(0).catch(0),
})

const phoneCall = z.looseObject({ external_number: z.string().nullish() })

/** Webhook event after a call. Source: https://elevenlabs.io/docs/agents-platform/workflows/post-call-webhooks */
export const postCallEvent = z.looseObject({
  type: z.literal('post_call_transcription'),
  data: z.looseObject({
    agent_id: z.string().min(1).max(200),
    conversation_id: z.string().min(1).max(200),
    transcript: z.array(line),
    metadata: z.looseObject({
      start_time_unix_secs: z.number().int().min(0).max(4_102_444_800),
      call_duration_secs: z.number().min(0).catch(0),
      main_language: z.string().nullish(),
      phone_call: phoneCall.nullish(),
    }),
    analysis: z
      .looseObject({
        transcript_summary: z.string().nullish(),
        data_collection_results: z.record(z.string(), result).nullish(),
      })
      .nullish(),
    has_audio: z.boolean().nullish(),
  }),
})

export type PostCallEvent = z.infer<typeof postCallEvent>

const MAX_COLLECTED_LENGTH = 4_000

export function parseCollectedFields({ data }: PostCallEvent): Collected {
  const results = data.analysis?.data_collection_results ?? {}
  return Object.fromEntries(
    COLLECTED_NAMES.flatMap((name) => {
      const value = results[name]?.value
      const textValue = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      const text = textValue.replaceAll('\0', '').trim().slice(0, MAX_COLLECTED_LENGTH)
      return text ? [[name, text]] : []
    }),
  )
}
