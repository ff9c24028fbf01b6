import { z } from 'zod'

/** What the assistant is asked to collect in a call, as the vendor's settings name it; each is text or missing. */
const collected = z.object({
  problem: z.string(),
  safety: z.string(),
  system: z.string(),
  address: z.string(),
  zip: z.string(),
  urgency: z.string(),
  name: z.string(),
  phone: z.string(),
  fee: z.string(),
  job: z.string(),
  outcome: z.string(),
  attention: z.string(),
  rule: z.string(),
  technician: z.string(),
  /** In ISO 8601, with an offset. */
  window_start: z.string(),
  window_end: z.string(),
})

export type Collected = Partial<z.infer<typeof collected>>

const COLLECTED = Object.keys(collected.shape) as (keyof Collected)[]

/** The result of one question; the vendor has a value of any kind, and null for what was not said. */
const result = z.looseObject({ value: z.unknown() })

const line = z.looseObject({
  role: z.enum(['agent', 'user']),
  /** Null while the assistant uses a tool. */
  message: z.string().nullish(),
  time_in_call_secs: z.number().min(0).catch(0),
})

const phoneCall = z.looseObject({ external_number: z.string().nullish() })

/**
 * The event that ElevenLabs sends once a call has been analysed; fields that are not needed are left out.
 * Source: https://elevenlabs.io/docs/agents-platform/workflows/post-call-webhooks
 */
export const postCallEvent = z.looseObject({
  type: z.literal('post_call_transcription'),
  data: z.looseObject({
    agent_id: z.string().min(1).max(200),
    conversation_id: z.string().min(1).max(200),
    transcript: z.array(line).max(2_000),
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

/** What was collected in a call, without what is empty. */
export function collectedIn({ data }: PostCallEvent): Collected {
  const results = data.analysis?.data_collection_results ?? {}
  return Object.fromEntries(
    COLLECTED.flatMap((name) => {
      const value = results[name]?.value
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
      return text ? [[name, text]] : []
    }),
  )
}
