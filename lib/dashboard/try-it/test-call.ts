import { type PostCallEvent, postCallEvent } from '../voice/event.ts'
import type { Conversation } from '../assistant/conversation.ts'

const SECONDS_PER_LINE = 6

/** Prefix of test call ids. The voice vendor's ids never start with it. */
export const TEST_PREFIX = 'test_'

/** Placeholder for the agent id. Test calls are stored for the current organization. */
const NO_AGENT_ID = 'try-it'

/**
 * Converts a conversation to the event of a call. Omits urgency, rule and crew, because the rules determine them again.
 * @param id id of the conversation
 */
export function buildPostCallEvent({ lines, decision }: Conversation, id: string, endedAt: Date): PostCallEvent {
  const { facts, brand, chosen, outcome, note, language, attention, intent } = decision
  const duration = lines.length * SECONDS_PER_LINE
  const collected: Record<string, string | undefined> = {
    problem: facts.problem?.value,
    intent: intent ?? undefined,
    safety: facts.safety?.value,
    system: note.system ?? brand?.brand,
    address: facts.address?.value,
    zip: facts.zip?.value,
    name: facts.name?.value,
    // Pass the phone number as spoken, so that the quote is found in the transcript.
    phone: facts.phone?.place?.quote ?? facts.phone?.value,
    fee: note.fee,
    outcome,
    // In an emergency, the rules add a note again if no one is on call.
    attention: outcome === 'emergency' ? undefined : (attention ?? undefined),
    window_start: chosen?.startsAt.toISOString(),
    window_end: chosen?.endsAt.toISOString(),
  }
  return postCallEvent.parse({
    type: 'post_call_transcription',
    data: {
      agent_id: NO_AGENT_ID,
      conversation_id: `${TEST_PREFIX}${id}`,
      transcript: lines.map(({ speaker, text }, position) => ({
        role: speaker === 'caller' ? 'user' : 'agent',
        message: text,
        time_in_call_secs: position * SECONDS_PER_LINE,
      })),
      metadata: {
        start_time_unix_secs: Math.floor(endedAt.getTime() / 1000) - duration,
        call_duration_secs: duration,
        main_language: language,
      },
      analysis: {
        data_collection_results: Object.fromEntries(
          Object.entries(collected).flatMap(([name, value]) => (value ? [[name, { value }]] : [])),
        ),
      },
      has_audio: false,
    },
  })
}
