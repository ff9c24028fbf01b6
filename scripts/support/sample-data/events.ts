import { randomInt, randomUUID } from 'node:crypto'
import type { Collected, PostCallEvent } from '../../../lib/dashboard/voice/event.ts'
import { createCaller, pick } from './callers.ts'
import { COMPANY, CONVERSATIONS } from './content.ts'
import { buildTranscript, pickWindow } from './rows.ts'

/** First caller index. Higher than those of the sample data. */
const FIRST_CALLER_INDEX = 300
const CALLER_COUNT = 700

const JOB_CONVERSATIONS = CONVERSATIONS.filter(({ job }) => job)

const random = (): number => randomInt(2 ** 32) / 2 ** 32

export function createSimulatedEvent(agentId: string, zone: string, now = new Date()): PostCallEvent {
  const conversation = pick(JOB_CONVERSATIONS, random)
  const caller = createCaller(FIRST_CALLER_INDEX + randomInt(CALLER_COUNT), random)
  const window = pickWindow(now, zone, 1 + randomInt(4), random)
  const lines = buildTranscript(conversation, caller, window.text)
  const facts = new Map(lines.flatMap(({ understood = [] }) => understood.map(({ field, value }) => [field, value])))
  const duration = 40 + lines.length * 9
  const { problem, intent, danger, safety, system, urgency, job, outcome, attention, rule, fee, hasWindow } =
    conversation
  const collected: { [Name in keyof Collected]: string | undefined } = {
    problem,
    intent,
    danger,
    safety,
    system,
    urgency,
    job,
    outcome,
    attention,
    rule,
    fee,
    name: facts.get('name'),
    address: facts.get('address'),
    zip: caller.zip,
    ...(hasWindow && {
      window_start: window.starts.toISOString(),
      window_end: window.ends.toISOString(),
      technician: pick(COMPANY.technicians, random),
    }),
  }
  const collectedEntries = Object.entries(collected).filter(([, value]) => value)
  return {
    type: 'post_call_transcription',
    event_timestamp: Math.floor(now.getTime() / 1000),
    data: {
      agent_id: agentId,
      conversation_id: `conv_${randomUUID()}`,
      status: 'done',
      transcript: lines.map(({ speaker, text, at }) => ({
        role: speaker === 'caller' ? 'user' : 'agent',
        message: text,
        time_in_call_secs: at,
      })),
      metadata: {
        start_time_unix_secs: Math.floor(now.getTime() / 1000) - duration,
        call_duration_secs: duration,
        main_language: conversation.language ?? 'en',
        phone_call: { direction: 'inbound', external_number: caller.phone },
      },
      analysis: {
        call_successful: 'success',
        transcript_summary: conversation.summary,
        data_collection_results: Object.fromEntries(
          collectedEntries.map(([name, value]) => [name, { data_collection_id: name, value }]),
        ),
      },
      has_audio: false,
    },
  }
}
