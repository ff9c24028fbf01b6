import { z } from 'zod'
import type { Privacy } from './agent.ts'

const line = z.looseObject({
  role: z.enum(['agent', 'user']),
  message: z.string().nullable(),
  time_in_call_secs: z.number().min(0),
})

/** What was said in a call, and what the vendor's analysis would make of it. */
export const conversationFields = z.strictObject({
  caller_id: z.string().max(200).nullish(),
  called_number: z.string().max(200).nullish(),
  /** Default: it ends now. */
  start_time_unix_secs: z.int().min(0).optional(),
  call_duration_secs: z.number().min(0).max(86_400),
  main_language: z.string().nullish(),
  transcript: z.array(line).max(2_000),
  analysis: z.record(z.string(), z.unknown()).optional(),
})

export type ConversationFields = z.infer<typeof conversationFields>

export type Conversation = {
  id: string
  agentId: string
  /** Milliseconds since 1970. */
  startedAt: number
  fields: ConversationFields
  /** That of the agent when the call was taken, or of a later change that was to apply to it as well. */
  privacy: Privacy
  /** What the start webhook answered. */
  start: Record<string, unknown> | null
}

const DAY = 24 * 60 * 60 * 1000

/** Days that conversations are kept where an agent says nothing: two years. */
const DEFAULT_DAYS = 730

/** What is left of a conversation, by the retention of its agent. */
export function leftOf({ startedAt, privacy }: Conversation, now: number): { words: boolean; sound: boolean } {
  const days = privacy.retention_days ?? DEFAULT_DAYS
  const isOver = days >= 0 && now >= startedAt + days * DAY
  return {
    words: !(isOver && privacy.delete_transcript_and_pii === true),
    sound: privacy.record_voice !== false && !(isOver && privacy.delete_audio === true),
  }
}

/** As the API answers it. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/get */
export function conversationJson(conversation: Conversation, now: number) {
  const { id, agentId, startedAt, fields, start } = conversation
  const { words, sound } = leftOf(conversation, now)
  return {
    agent_id: agentId,
    conversation_id: id,
    status: 'done',
    transcript: words ? fields.transcript : [],
    metadata: {
      start_time_unix_secs: Math.floor(startedAt / 1000),
      call_duration_secs: fields.call_duration_secs,
      main_language: fields.main_language ?? null,
      phone_call: words
        ? {
            direction: 'inbound',
            external_number: fields.caller_id ?? null,
            agent_number: fields.called_number ?? null,
          }
        : null,
    },
    analysis: words ? (fields.analysis ?? null) : null,
    conversation_initiation_client_data: words ? start : null,
    has_audio: sound,
    has_user_audio: sound,
    has_response_audio: sound,
  }
}
