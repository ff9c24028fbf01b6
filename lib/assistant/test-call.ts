import { type PostCallEvent, postCallEvent } from '../voice/event.ts'
import type { Conversation } from './conversation.ts'

/** Seconds between two lines of a conversation that nobody spoke. */
const PER_LINE = 6

/** The beginning of a test call's id, which no conversation at the voice vendor has. */
export const TEST_PREFIX = 'test_'

/** The agent that the event names; a test call has none, and is stored for the organization of who plays it. */
const NO_AGENT = 'try-it'

/**
 * The event that the voice vendor would send after a conversation: what it collects and says of it. Urgency, rule, crew and who
 * has to look at it are left to the site, as where the vendor does not say them.
 * @param id of the conversation
 * @param endedAt when it was stored
 */
export function eventOf({ lines, decision }: Conversation, id: string, endedAt: Date): PostCallEvent {
  const { facts, brand, chosen, outcome, note, language, attention, intent } = decision
  const duration = lines.length * PER_LINE
  const collected: Record<string, string | undefined> = {
    problem: facts.problem?.value,
    intent: intent ?? undefined,
    safety: facts.safety?.value,
    system: note.system ?? brand?.brand,
    address: facts.address?.value,
    zip: facts.zip?.value,
    name: facts.name?.value,
    // As it was said, so that its place is found in the transcript.
    phone: facts.phone?.place?.quote ?? facts.phone?.value,
    fee: note.fee,
    outcome,
    // That nobody is on call, the site says itself.
    attention: outcome === 'emergency' ? undefined : (attention ?? undefined),
    window_start: chosen?.startsAt.toISOString(),
    window_end: chosen?.endsAt.toISOString(),
  }
  return postCallEvent.parse({
    type: 'post_call_transcription',
    data: {
      agent_id: NO_AGENT,
      conversation_id: `${TEST_PREFIX}${id}`,
      transcript: lines.map(({ speaker, text }, position) => ({
        role: speaker === 'caller' ? 'user' : 'agent',
        message: text,
        time_in_call_secs: position * PER_LINE,
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
